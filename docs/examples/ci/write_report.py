"""Writes the JUnit report of one shard."""

import sys

tests = {"1": ["test_home", "test_login"], "2": ["test_cart", "test_pay"]}[sys.argv[1]]
print('<testsuite name="shop">')
for name in tests:
    result = '<failure type="AssertionError" message="the total is wrong"/>' if name == "test_cart" else ""
    print(f'  <testcase classname="shop" name="{name}" time="1.5">{result}</testcase>')
print("</testsuite>")
