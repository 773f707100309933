#!/usr/bin/env bash
# Runs each fuzz target for so many seconds.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
seconds=${1:-600}
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "error: cargo-fuzz is not installed" >&2
    echo "hint: cargo install cargo-fuzz" >&2
    exit 2
fi
# A stable compiler takes the fuzzer's flags with this; a nightly one does not need it.
export RUSTC_BOOTSTRAP=1
for target in page_payload fingerprint_json locator; do
    mkdir -p "corpus/$target"
    cargo fuzz run "$target" "corpus/$target" "seeds/$target" -- -max_total_time="$seconds" -max_len=8192
done
