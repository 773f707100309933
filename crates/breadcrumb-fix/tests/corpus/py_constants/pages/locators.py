LOGIN = "#login-btn"
HELP = "#help"
SELECTORS = {
    # The menu is "#menu".
    "menu": '#menu',
    "menu-icon": "#menu i",
}
