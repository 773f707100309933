// Light, dark, or as the system is. The choice is kept where the browser lets a page keep things.

const THEME_KEY = 'breadcrumb-theme';
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

/** @returns {(typeof THEMES)[number]} */
function keptTheme() {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** @param {string} theme */
function setTheme(theme) {
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // It holds until the page is closed.
  }
}

/** @returns {HTMLElement} */
function themeField() {
  const theme = document.documentElement.getAttribute('data-theme') ?? 'auto';
  return h('label', { class: 'theme' }, quietText('Colors'),
    h('select', {
      id: 'theme',
      onchange: (/** @type {Event} */ event) => setTheme(/** @type {HTMLSelectElement} */ (event.currentTarget).value),
    },
    h('option', { value: 'auto', selected: theme === 'auto' }, 'System colors'),
    h('option', { value: 'light', selected: theme === 'light' }, 'Light'),
    h('option', { value: 'dark', selected: theme === 'dark' }, 'Dark')));
}
