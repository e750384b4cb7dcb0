/** Keeps a card number in its printed groups while it is typed. */
import { grouped } from './brands.ts';
import { digitsOf } from './card-rules.ts';

/** Text with anything but digits stays as it is, so that the person sees what is wrong with it. */
export function regroup(input: HTMLInputElement): void {
  const digits = digitsOf(input.value);
  if (!/^\d*$/.test(digits)) return;
  const atEnd = input.selectionEnd === input.value.length;
  const before = digitsOf(input.value.slice(0, input.selectionEnd ?? 0)).length;
  const text = grouped(digits.slice(0, 19));
  if (text === input.value) return;
  input.value = text;
  const place = atEnd ? text.length : placeAfter(text, before);
  input.setSelectionRange(place, place);
}

/** Where the caret stands so that as many digits are before it as were. */
function placeAfter(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; place < text.length && seen < digits; place += 1) if (text[place] !== ' ') seen += 1;
  return place;
}
