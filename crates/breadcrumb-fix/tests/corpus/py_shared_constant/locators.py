BUTTON = "#btn"
LINK = "#link"
