#!/usr/bin/env bash
# Two decisions on saved pages, with every signal: fingerprints from version 1, a look at version 2.
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

echo "4. How it decides: two saved pages, no browser. Version 2 has renamed and reworded the button"
echo "   #login-btn, and removed the button #cancel-btn."
echo
for name in login cancel; do
    "$breadcrumb" fingerprint --page examples/login/v1.html --locator "#$name-btn" > "$out/$name.json"
    show heal --fingerprint "$out/$name.json" --page examples/login/v2.html --top 1
done

echo "5. The report: what was healed and refused in the shop."
echo
show report --db "$out/breadcrumb.db"
echo "   The same as a page: $out/report.html"
