# Stands for any command that runs tests, writes a JUnit report and fails where one of them does.
cat > out/next.xml <<'XML'
<testsuite name="shop">
  <testcase classname="shop" name="test_home" time="1.5"/>
  <testcase classname="shop" name="test_login" time="1.5"/>
  <testcase classname="shop" name="test_pay" time="1.5">
    <failure type="TimeoutError" message="no answer from the bank"/>
  </testcase>
</testsuite>
XML
exit 1
