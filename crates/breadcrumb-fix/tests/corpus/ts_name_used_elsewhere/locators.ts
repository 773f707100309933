export const BTN = '#login-btn';
export const MENU = '#menu';
