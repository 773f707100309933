# A suite that has learned and healed once.
set -eu
pytest -q --breadcrumb > /dev/null 2>&1
sed -i.bak 's/id="login-btn" class="btn primary">Log in/id="sign-in" class="button">Sign in/' login.html
pytest -q --breadcrumb > /dev/null 2>&1
