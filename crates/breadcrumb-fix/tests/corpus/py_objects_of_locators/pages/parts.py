from enum import Enum


class CartLocators:
    PAY = "#pay"
    ROW = "Apples"


class Sel(str, Enum):
    CANCEL = "#cancel"
