# The demo shop with its tests, in a repository of its own.
set -eu
cp -r "$SHOP"/. .
rm -rf README.md run_demo.py .pytest_cache demo-output
git init --quiet --initial-branch main .
git add --all
git -c user.name=ada -c user.email=ada@example.com commit --quiet --message "shop"
