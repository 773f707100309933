const { test } = require('@playwright/test');
const { LOGIN, nested: renamed } = require('./locators');
const locators = require('./locators');

test('logs in', async ({ page }) => {
  await page.locator(LOGIN).click();
  await page.click(locators.HELP);
  await page.click(renamed.deep);
  await page.locator("#login-btn").click()
});
