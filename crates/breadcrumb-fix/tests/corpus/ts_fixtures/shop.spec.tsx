import { test } from './fixtures';

const view = <div id="login-btn">{'#login-btn'}</div>;
for (const selector of ['#a', '#b']) {
  test(`press ${selector}`, async ({ page }) => {
    await page.locator(selector).click();
    let other = '#c';
    other = '#d';
    await page.click(other);
    await page?.locator('#e').first().click();
  });
}
