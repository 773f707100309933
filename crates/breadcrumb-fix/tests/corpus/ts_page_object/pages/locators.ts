export const LOGIN = "#login";
export const SELECTORS = {
  menu: '#menu',
  'menu-icon': '#menu i',
} as const;

export enum Sel {
  Save = '#save',
}
