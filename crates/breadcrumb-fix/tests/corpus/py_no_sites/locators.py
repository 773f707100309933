HELP = "#help"
UNUSED = "#unused"
