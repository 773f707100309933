/** The tests of the demo shop, written for version 1 and never touched since; `../tests` has the same in Python. */
import { expect, test } from "@playwright/test";

test("search narrows the list", async ({ page }) => {
  await page.goto("/");
  await page.getByPlaceholder("Search products").fill("lamp");
  await expect(page.getByRole("heading", { name: "Arc desk lamp" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Stoneware mug" })).toBeHidden();
});

test("category narrows the list", async ({ page }) => {
  await page.goto("/");
  await page.locator(".category").nth(3).click();
  await expect(page.getByRole("heading", { name: "Fern in a clay pot" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reading chair" })).toBeHidden();
});

test("cart adds up", async ({ page }) => {
  await page.goto("/");
  await page.locator("#add-arc-lamp").click();
  await page.locator("#add-stone-mug").click();
  await page.getByTitle("Open cart").click();
  await expect(page.locator(".cart-total")).toHaveText("107.00 EUR");
});

test("login greets by name", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Hello, ada")).toBeVisible();
});

test("newsletter thanks", async ({ page }) => {
  await page.goto("/");
  await page.fill("input[name=newsletter]", "ada@example.com");
  await page.getByRole("button", { name: "Join the newsletter" }).click();
  await expect(page.getByText("we write to ada@example.com")).toBeVisible();
});

test("promotion is shown", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByTestId("promo-banner")).toBeVisible();
});

test("checkout confirms the choices", async ({ page }) => {
  await page.goto("/checkout.html");
  const form = page.locator("#checkout-form");
  await form.getByLabel("Full name").fill("Ada Lovelace");
  await page.locator("#country").selectOption("Portugal");
  await page.getByLabel("Express, the next day").check();
  await page.getByLabel("Wrap it as a gift").check();
  await page.locator("button.place-order").click();
  const confirmation = page.getByText("Thank you, Ada Lovelace.");
  await expect(confirmation).toContainText("Express to Portugal, wrapped as a gift");
});

test("order is tracked", async ({ page }) => {
  await page.goto("/orders.html");
  const row = page.getByRole("row").filter({ hasText: "Order 1042" });
  await row.locator(".track").click();
  await expect(page.getByText("Order 1042: shipped.")).toBeVisible();
});

test("no error before login", async ({ page }) => {
  await page.goto("/");
  await page.getByText("Log in", { exact: true }).click();
  expect(await page.locator("#login-error").isVisible()).toBe(false);
});

/** Version 2 has no gift card any more: this must fail there, not find something else. */
test("gift card can be bought", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Buy a gift card" }).click();
  await expect(page.getByText("A gift card of 50.00 EUR is on its way.")).toBeVisible();
});
