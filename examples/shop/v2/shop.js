// The shop's behavior, version 2. The cart lives in the session, so that it survives a page change.
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
    find('#basket-count').textContent = lines.length;
    find('.basket__sum').textContent = money(lines.reduce((sum, line) => sum + line.price, 0));
    find('#basket-lines').replaceChildren(...lines.map((line) => {
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
  for (const card of document.querySelectorAll('.tile')) {
    card.parentElement.hidden = !isShown(card);
    shown += card.parentElement.hidden ? 0 : 1;
  }
  find('#nothing-found').hidden = shown > 0;
}

function startShop() {
  for (const button of document.querySelectorAll('.tile .btn')) {
    const card = button.closest('.tile');
    const name = card.querySelector('h3').textContent;
    const price = parseFloat(card.querySelector('.tile__price').textContent);
    button.addEventListener('click', () => cart.add({ name, price }));
  }
  find('#search-box').addEventListener('input', (event) => {
    const words = event.target.value.toLowerCase();
    showCards((card) => card.textContent.toLowerCase().includes(words));
  });
  find('#finder').addEventListener('submit', (event) => event.preventDefault());
  for (const category of document.querySelectorAll('.chip')) {
    category.addEventListener('click', () => {
      for (const other of document.querySelectorAll('.chip')) other.ariaPressed = 'false';
      category.ariaPressed = 'true';
      const wanted = category.textContent;
      showCards((card) => wanted === 'Everything' || card.dataset.kind === wanted);
    });
  }
  find('#letters-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const address = event.target.elements.subscriber.value;
    find('#letters-thanks').textContent = `Thank you, we write to ${address}.`;
  });
}

function startCheckout() {
  find('#order-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const { name, country, shipping, gift } = event.target.elements;
    const wrapped = gift.checked ? ', wrapped as a gift' : '';
    find('#done').textContent =
      `Thank you, ${name.value}. ${shipping.value} to ${country.value}${wrapped}.`;
  });
}

function startOrders() {
  for (const button of document.querySelectorAll('.grid .btn')) {
    const [order, , , state] = button.closest('tr').cells;
    button.addEventListener('click', () => {
      find('#parcel').textContent = `${order.textContent}: ${state.textContent.toLowerCase()}.`;
    });
  }
}

function startLogin() {
  const dialog = find('#sign-in');
  find('#account-login').addEventListener('click', (event) => {
    event.preventDefault();
    dialog.showModal();
  });
  find('#sign-in-cancel').addEventListener('click', () => dialog.close());
  find('#sign-in-form').addEventListener('submit', (event) => {
    const { email, password } = event.target.elements;
    find('#sign-in-error').hidden = password.value !== '';
    if (password.value === '') return event.preventDefault();
    find('#account-name').textContent = `Hello, ${email.value.split('@')[0]}`;
    find('#account-name').hidden = false;
    find('#account-login').hidden = true;
  });
}

find('#cart-toggle').addEventListener('click', () => {
  find('#basket').hidden = !find('#basket').hidden;
});
cart.show();
startLogin();
if (find('.tiles')) startShop();
if (find('#order-form')) startCheckout();
if (find('.grid')) startOrders();
