import { test } from '@playwright/test';

test('list', async ({ page }) => {
	await page
		.locator('li', { hasText: 'A' })
		.nth(1)
		.click();
	await page.locator('div').filter({ has: page.locator('b') }).click();
	await page.locator('#f').contentFrame().locator('b').click();
	await page.getByText(/^sign\/in$/i).click();
	await page.getByText(new RegExp('x', 'i')).click();
	await page.locator('a').or(page.locator('button')).last().click();
	await page.locator(
		// the first one
		'#login-btn',
	).click();
	await page.locator(`#tpl`).click();
	const options = { name: 'Log in' };
	await page.getByRole('button', options).click();
	await page.locator('form').getByRole('textbox', { name: "User" }).fill('x');
});
