// The shop's behavior, version 1. The cart lives in the session, so that it survives a page change.
const find = (selector) => document.querySelector(selector);
const money = (amount) => amount.toFixed(2) + ' EUR';

const cart = {
  read: () => JSON.parse(sessionStorage.getItem('cart') || '[]'),
  add(line) {
    sessionStorage.setItem('cart', JSON.stringify([...cart.read(), line]));
    cart.show();
  },
  show() {
    const lines = cart.read();
    find('#cart-count').textContent = lines.length;
    find('.cart-total').textContent = money(lines.reduce((sum, line) => sum + line.price, 0));
    find('#cart-lines').replaceChildren(...lines.map((line) => {
      const item = document.createElement('li');
      const price = document.createElement('span');
      price.textContent = money(line.price);
      item.append(line.name, price);
      return item;
    }));
  },
};

function showCards(isShown) {
  let shown = 0;
  for (const card of document.querySelectorAll('.product-card')) {
    card.hidden = !isShown(card);
    shown += card.hidden ? 0 : 1;
  }
  find('#no-results').hidden = shown > 0;
}

function startShop() {
  for (const button of document.querySelectorAll('.add')) {
    const card = button.closest('.product-card');
    const name = card.querySelector('h3').textContent;
    const price = parseFloat(card.querySelector('.price').textContent);
    button.addEventListener('click', () => cart.add({ name, price }));
  }
  find('#search-box').addEventListener('input', (event) => {
    const words = event.target.value.toLowerCase();
    showCards((card) => card.textContent.toLowerCase().includes(words));
  });
  find('#search').addEventListener('submit', (event) => event.preventDefault());
  for (const category of document.querySelectorAll('.category')) {
    category.addEventListener('click', () => {
      for (const other of document.querySelectorAll('.category')) other.ariaPressed = 'false';
      category.ariaPressed = 'true';
      const wanted = category.textContent;
      showCards((card) => wanted === 'Everything' || card.dataset.category === wanted);
    });
  }
  find('#gift-card').addEventListener('click', () => {
    find('#gift-note').textContent = 'A gift card of 50.00 EUR is on its way.';
  });
  find('#newsletter-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const address = event.target.elements.newsletter.value;
    find('#newsletter-thanks').textContent = `Thank you, we write to ${address}.`;
  });
}

function startCheckout() {
  find('#checkout-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const { name, country, shipping, gift } = event.target.elements;
    const wrapped = gift.checked ? ', wrapped as a gift' : '';
    find('#confirmation').textContent =
      `Thank you, ${name.value}. ${shipping.value} to ${country.value}${wrapped}.`;
  });
}

function startOrders() {
  for (const button of document.querySelectorAll('.track')) {
    const [order, , , , state] = button.closest('tr').cells;
    button.addEventListener('click', () => {
      find('#tracking').textContent = `${order.textContent}: ${state.textContent.toLowerCase()}.`;
    });
  }
}

function startLogin() {
  const dialog = find('#login-dialog');
  find('#account-login').addEventListener('click', () => dialog.showModal());
  find('#login-cancel').addEventListener('click', () => dialog.close());
  find('#login-form').addEventListener('submit', (event) => {
    const { email, password } = event.target.elements;
    find('#login-error').hidden = password.value !== '';
    if (password.value === '') return event.preventDefault();
    find('#greeting').textContent = `Hello, ${email.value.split('@')[0]}`;
    find('#greeting').hidden = false;
    find('#account-login').hidden = true;
  });
}

find('#cart-toggle').addEventListener('click', () => {
  find('#cart').hidden = !find('#cart').hidden;
});
cart.show();
startLogin();
if (find('.products')) startShop();
if (find('#checkout-form')) startCheckout();
if (find('.orders')) startOrders();
