import { test, expect } from '@playwright/test';

test.describe('login', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login#login-btn');
  });

  // page.locator('#login-btn') was a link once
  test('logs in', async ({ page }) => {
    await page.locator('#login-btn').click();
    await page.click('#login-btn');
    await page.getByRole('button', { exact: true, name: 'Log in' }).click();
    await expect(page.locator('#login-btn')).toBeVisible();
    await page.$eval(`#tpl`, (e) => e.id);
  });

  test('other', async ({ page }) => {
    await page.locator('#login-btn').hover();
  });
});
