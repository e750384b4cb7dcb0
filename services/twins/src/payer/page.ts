import type { Card, ChargeRecord } from '../sandbox/entries.ts';

/** The page on which a person plays the payer: of their bank, or of the provider. Without script. */
export function payerPage(charge: ChargeRecord, card: Card | null, hasProblem: boolean): string {
  const isBank = charge.action?.type === 'challenge';
  const title = isBank ? 'Your bank (sandbox)' : 'Pay by card (sandbox)';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<style>${style}</style>
<main><h1>${title}</h1>
<p class="sum"><strong>${amount(charge)}</strong><span>${escape(charge.descriptor)}${card ? `, card ending in ${card.last4}` : ''}</span></p>
${charge.status === 'requires_action' ? (isBank ? question : cardForm(charge, hasProblem)) : over(charge)}
<p class="note">A stand-in for development. It takes no money and knows no real card.</p></main></html>`;
}

const question = `<p>Is it you who is paying?</p>
<form method="post"><button name="act" value="confirm">Yes, it is me</button><button class="plain" name="act" value="deny">No</button></form>`;

function cardForm({ action }: ChargeRecord, hasProblem: boolean): string {
  const problem = hasProblem
    ? 'Number, date or security code is not right.'
    : action?.refused
      ? `The card was refused (code ${escape(action.refused)}). Another one may work.`
      : '';
  return `${problem ? `<p role="alert" class="bad">${problem}</p>` : ''}
<form method="post" autocomplete="off">
<label>Card number<input name="number" inputmode="numeric" maxlength="30" required></label>
<div><label>Month<input name="month" inputmode="numeric" maxlength="2" required></label>
<label>Year<input name="year" inputmode="numeric" maxlength="4" required></label>
<label>Security code<input name="cvv" inputmode="numeric" maxlength="4" required></label></div>
<button name="act" value="card">Pay</button><button class="plain" name="act" value="close" formnovalidate>Cancel</button></form>`;
}

function over({ status, declineCode, action }: ChargeRecord): string {
  const text =
    status === 'succeeded' ? 'Paid.' : declineCode === 'expired' ? 'The time for this is over.' : 'Not paid.';
  return `<p>${text}</p>${action?.returnUrl ? `<p><a href="${escape(action.returnUrl)}">Back to the site</a></p>` : ''}`;
}

const amount = ({ amount: minor, currency }: ChargeRecord): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / 100);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `body{font:16px/1.55 system-ui,sans-serif;margin:0;color:#1d1d1b;background:#f1f1ee;color-scheme:light dark}main{max-width:26rem;margin:8vh auto;padding:2rem;background:#fff;border-radius:12px}
h1{font-size:1.15rem;margin:0 0 1rem}.sum{display:flex;flex-direction:column;margin:0 0 1.25rem}.sum strong{font-size:1.6rem}.note{font-size:.85rem;opacity:.7;margin:1.5rem 0 0}.bad{color:#a3231b}
form,label{display:flex;flex-direction:column;gap:.35rem}form{gap:.85rem}form div{display:flex;gap:.75rem}input{font:inherit;padding:.55rem .7rem;border:1px solid #999;border-radius:8px;width:100%;box-sizing:border-box;background:transparent;color:inherit}
button{font:inherit;font-weight:600;padding:.7rem;border:1px solid #1d1d1b;border-radius:8px;background:#1d1d1b;color:#fff;cursor:pointer}.plain{background:transparent;color:inherit;border-color:currentColor}
@media(prefers-color-scheme:dark){body{color:#eee;background:#111}main{background:#1c1c1c}button{background:#eee;color:#111;border-color:#eee}.plain{background:transparent;color:inherit}.bad{color:#ff9d94}}`;
