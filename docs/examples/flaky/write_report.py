"""Writes the JUnit report of one run: a test that breaks, one that flakes, one that may, one that is fine."""

import sys
from datetime import datetime, timedelta, timezone

LAST = 24
RETRIED = {7, 13, 20}  # failed, and passed when it was run again
FAILED_ONCE = {5, 12, 18}

run = int(sys.argv[1])
start = datetime.now(timezone.utc) - timedelta(hours=12 * (LAST - run) + 1)
failure = '<failure type="AssertionError" message="the list is empty"/>'
retried = '<flakyFailure type="TimeoutError" message="no answer from the bank"/>'
broken = '<failure type="AssertionError" message="no such button"/>'
results = {
    "test_login": broken if run > LAST - 3 else "",
    "test_pay": retried if run in RETRIED else "",
    "test_search": failure if run in FAILED_ONCE else "",
    "test_home": "",
}
print(f'<testsuite name="shop" timestamp="{start.isoformat()}">')
for name, result in results.items():
    print(f'  <testcase classname="shop" name="{name}" time="1.5">{result}</testcase>')
print("</testsuite>")
