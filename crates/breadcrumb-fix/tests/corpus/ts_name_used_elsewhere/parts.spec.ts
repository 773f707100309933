import * as all from './locators';

test('part', async ({ page }) => {
  await page.locator(`${all.BTN} > span`).click();
  await page.locator(all.MENU).click();
});
