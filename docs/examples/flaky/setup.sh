# 24 commits, and the reports of their CI runs: what the page talks about has happened before.
set -eu
git init -q .
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.com
mkdir out
for run in $(seq 1 24); do
    echo "$run" > version.txt
    git add version.txt
    git commit -q -m "version $run"
    python write_report.py "$run" > out/report.xml
    breadcrumb ingest out/report.xml > /dev/null
done
