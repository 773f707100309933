#!/usr/bin/env bash
# Builds the package for Node in its folder: what it is built with, the native module, the JavaScript.
# With BREADCRUMB_PROFILE=release the native module is the one that is published.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
profile=${BREADCRUMB_PROFILE:-dev}
folder=target/debug
[ "$profile" = dev ] || folder=target/$profile

cd bindings/node
if [ ! -e node_modules/.ready ] || [ package.json -nt node_modules/.ready ]; then
    if ! npm install --silent --no-audit --no-fund --no-package-lock; then
        echo "error: npm cannot install what the Node front is built with" >&2
        echo "hint: it needs the npm registry; \`npm ping\` says whether it is there" >&2
        exit 1
    fi
    touch node_modules/.ready
fi
(cd ../.. && "$cargo" build --quiet --profile "$profile" -p breadcrumb-node)
platform=$(node -p '`${process.platform}-${process.arch}`')
for library in libbreadcrumb_node.so libbreadcrumb_node.dylib breadcrumb_node.dll; do
    # A copy that is in use must not be written into.
    [ ! -e "../../$folder/$library" ] || install -m 644 "../../$folder/$library" "breadcrumb.$platform.node"
done
rm -rf dist
node_modules/.bin/tsc -p .
