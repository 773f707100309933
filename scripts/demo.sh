#!/usr/bin/env bash
# The main job on two versions of a page: fingerprints from version 1, a look at version 2.
set -euo pipefail
cd "$(dirname "$0")/.."
breadcrumb=$1
out=demo-output
mkdir -p "$out"

# Shows a command and runs it. A refusal (exit code 1) is an answer, not a failure.
show() {
    echo "\$ breadcrumb $*"
    "$breadcrumb" "$@" || [ $? -eq 1 ]
    echo
}

echo "Version 1 of a page has a button #login-btn and a button #cancel-btn."
echo "Version 2 has renamed and reworded the first, and removed the second."
echo
for name in login cancel; do
    "$breadcrumb" fingerprint --page examples/login/v1.html --locator "#$name-btn" > "$out/$name.json"
    show heal --fingerprint "$out/$name.json" --page examples/login/v2.html --top 1
done
echo "The fingerprints are in $out; see \`breadcrumb heal --help\` for more."
