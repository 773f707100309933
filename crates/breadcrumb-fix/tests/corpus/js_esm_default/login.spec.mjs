import sel from './sel.mjs';
import { A } from './index.mjs';

export async function login(page) {
  await page.click(sel.login);
  await page.click(A);
}
