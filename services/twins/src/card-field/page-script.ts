/** The script of the card field's page. */
import { brandIcons } from './brand-icons.ts';
import { brandOf } from './brands.ts';
import { checkCard, digitsOf, type CardError, type CardErrors, type FieldName } from './card-rules.ts';
import { openLine, type FromParent } from './messages.ts';
import { regroup } from './regroup.ts';
import { cleanTokens } from './style-tokens.ts';

interface SetUp {
  readonly origin: string;
  readonly errors: Readonly<Record<CardError, string>>;
  readonly failed: string;
}

const setUp = JSON.parse(element('set-up').textContent) as SetUp;
const form = element('card');
const inputs = {
  number: element('number') as HTMLInputElement,
  month: element('month') as HTMLSelectElement,
  year: element('year') as HTMLSelectElement,
  cvv: element('cvv') as HTMLInputElement,
};
const names = Object.keys(inputs) as FieldName[];
/** Inputs that the person has left: only those show what is wrong while typing goes on. */
const left = new Set<FieldName>();
let busy = false;
let lastSaid = '';

const say = openLine(setUp.origin, (message) => {
  if (message.action === 'tokenize') void tokenize();
  if (message.action === 'focus') (firstWrong() ?? inputs.number).focus();
  if (message.action === 'style') restyle(message);
});

for (const name of names) {
  inputs[name].addEventListener('input', () => changed(name));
  inputs[name].addEventListener('blur', () => {
    if (inputs[name].value !== '') left.add(name);
    show();
  });
}
form.addEventListener('submit', (event) => event.preventDefault());
new ResizeObserver(() => say({ event: 'height', height: height() })).observe(form);
say({ event: 'ready', height: height() });

function changed(name: FieldName): void {
  if (name === 'number') {
    regroup(inputs.number);
    showBrand();
  }
  element('form-problem').replaceChildren();
  show();
}

const typed = () => ({
  number: inputs.number.value,
  month: inputs.month.value,
  year: inputs.year.value,
  cvv: inputs.cvv.value,
});

/** Shows what is wrong in inputs that were left, and tells the page when validity changes. */
function show(): void {
  const check = checkCard(typed(), new Date());
  const errors: CardErrors = check.ok ? {} : check.errors;
  for (const name of names) showProblem(name, left.has(name) ? (errors[name] ?? null) : null);
  const said = check.ok ? `valid ${check.brand}` : JSON.stringify(errors);
  if (said === lastSaid) return;
  lastSaid = said;
  say(check.ok ? { event: 'valid', brand: check.brand } : { event: 'invalid', errors });
}

function showProblem(name: FieldName | 'form', text: CardError | 'failed' | null): void {
  const problem = element(`${name}-problem`);
  const message = text === null ? '' : text === 'failed' ? setUp.failed : setUp.errors[text];
  if (name !== 'form') inputs[name].setAttribute('aria-invalid', String(text !== null));
  if (problem.textContent === message) return;
  problem.replaceChildren(...(message ? [warningSign(), message] : []));
}

function warningSign(): Node {
  const holder = document.createElement('template');
  holder.innerHTML =
    '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/></svg>';
  return holder.content;
}

function showBrand(): void {
  const brand = brandOf(digitsOf(inputs.number.value));
  const holder = document.createElement('template');
  holder.innerHTML = brand ? brandIcons[brand.brand] : '';
  element('brand').replaceChildren(holder.content);
  const name = brand?.name ?? '';
  if (element('brand-name').textContent !== name) element('brand-name').textContent = name;
}

async function tokenize(): Promise<void> {
  if (busy) return;
  for (const name of names) left.add(name);
  lastSaid = '';
  show();
  const wrong = firstWrong();
  if (wrong) return wrong.focus();
  busy = true;
  form.setAttribute('aria-busy', 'true');
  showProblem('form', null);
  try {
    const response = await fetch('/v1/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(typed()),
      signal: AbortSignal.timeout(15_000),
      credentials: 'omit',
    });
    if (!response.ok) throw new Error(String(response.status));
    const { token, brand, last4, expMonth, expYear } = await response.json();
    say({ event: 'token', token, brand, last4, expMonth, expYear });
  } catch {
    showProblem('form', 'failed');
    say({ event: 'error', code: 'tokenization-failed' });
  } finally {
    busy = false;
    form.removeAttribute('aria-busy');
  }
}

function firstWrong(): HTMLElement | null {
  const check = checkCard(typed(), new Date());
  const name = check.ok ? undefined : names.find((candidate) => check.errors[candidate]);
  return name ? inputs[name] : null;
}

function restyle(message: Extract<FromParent, { action: 'style' }>): void {
  const root = document.documentElement;
  for (const [name, value] of cleanTokens(Object.entries(message.tokens ?? {}))) {
    root.style.setProperty(name === 'scheme' ? 'color-scheme' : `--${name}`, value);
  }
}

/** What the frame has to be high, with the room that the focus ring takes. */
function height(): number {
  return Math.ceil(form.getBoundingClientRect().height) + 10;
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}
