import { BTN, MENU } from './locators';

test('clicks', async ({ page }) => {
  await page.locator(BTN).click();
  await page.click(BTN);
  await page.click(MENU);
});
