import { test as base } from '@playwright/test';

export const test = base.extend<{ loginButton: Locator }>({
  loginButton: async ({ page }, use) => {
    await use(page.locator("#login-btn"));
  },
});
