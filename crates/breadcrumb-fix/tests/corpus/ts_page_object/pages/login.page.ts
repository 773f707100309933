import type { Locator, Page } from '@playwright/test';
import { SELECTORS, Sel, LOGIN as login } from './locators';
import * as all from './locators.js';

export class LoginPage {
  static readonly HELP = '#help';
  private readonly cancel = '#cancel';
  readonly submit: Locator;
  readonly form = this.page.locator("form");

  constructor(private readonly page: Page) {
    this.submit = page.locator('#login-btn');
  }

  async run(name: string) {
    await this.page.click(LoginPage.HELP);
    await this.page.click(this.cancel);
    await this.page.locator(SELECTORS.menu).click();
    await this.page.locator(SELECTORS['menu-icon']!).click();
    await this.page.locator(Sel.Save).click();
    await this.page.locator(login).click();
    await this.page.locator(all.LOGIN).click();
    await this.page.locator(`#${name}-btn`).click();
    await this.page.locator(name).click();
    await this.page.locator('#' + name).click();
    await this.form.getByText('Go').click();
  }
}
