class BasePage:
    SUBMIT = "#login-btn"
