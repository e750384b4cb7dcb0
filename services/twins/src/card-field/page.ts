import { yearsOffered } from './card-rules.ts';
import { fieldStyle } from './style.ts';
import { textsFor } from './texts.ts';

export interface FieldPage {
  readonly origin: string;
  readonly locale: string;
  readonly tokens: ReadonlyMap<string, string>;
  readonly font: { readonly family: string; readonly url: string } | null;
  readonly nonce: string;
  readonly thisYear: number;
}

/** The card field's document. Its script comes from beside it; nothing but the style sheet is inline. */
export function fieldPage(page: FieldPage): string {
  const { lang, dir, texts } = textsFor(page.locale);
  const months = Array.from({ length: 12 }, (_, index) =>
    option(String(index + 1), String(index + 1).padStart(2, '0')),
  );
  const years = Array.from({ length: yearsOffered }, (_, index) =>
    option(String(page.thisYear + index), String(page.thisYear + index)),
  );
  const setUp = JSON.stringify({ origin: page.origin, errors: texts.errors, failed: texts.failed }).replaceAll(
    '<',
    '\\u003c',
  );
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style nonce="${page.nonce}">${fieldStyle(page.tokens, page.font)}</style>
<script type="application/json" id="set-up">${setUp}</script>
<script type="module" src="/field/page.ts"></script>
</head>
<body>
<form id="card" novalidate aria-label="${texts.title}">
<div class="whole">
<label for="number">${texts.number}</label>
<div class="box"><input id="number" name="number" type="text" inputmode="numeric" autocomplete="cc-number" maxlength="40" spellcheck="false" autocapitalize="off" required aria-describedby="number-problem"><span class="mark" id="brand"></span></div>
<p class="problem" id="number-problem" role="alert"></p>
<span class="spoken" id="brand-name" aria-live="polite"></span>
</div>
<div>
<label for="month">${texts.month}</label>
<div class="box"><select id="month" name="month" autocomplete="cc-exp-month" required aria-describedby="month-problem"><option value=""></option>${months.join('')}</select>${chevron}</div>
<p class="problem" id="month-problem" role="alert"></p>
</div>
<div>
<label for="year">${texts.year}</label>
<div class="box"><select id="year" name="year" autocomplete="cc-exp-year" required aria-describedby="year-problem"><option value=""></option>${years.join('')}</select>${chevron}</div>
<p class="problem" id="year-problem" role="alert"></p>
</div>
<div class="cvv">
<label for="cvv">${texts.cvv}</label>
<div class="box"><input id="cvv" name="cvv" type="password" inputmode="numeric" autocomplete="cc-csc" maxlength="8" required aria-describedby="cvv-problem">${lock}</div>
<p class="problem" id="cvv-problem" role="alert"></p>
</div>
<p class="problem whole" id="form-problem" role="alert"></p>
</form>
</body>
</html>
`;
}

const option = (value: string, text: string): string => `<option value="${value}">${text}</option>`;

const icon = (path: string): string =>
  `<span class="mark"><svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg></span>`;
const chevron = icon('<path d="m6 9 6 6 6-6"/>');
const lock = icon('<rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>');
