/** A small drawing of each brand for the end of the number's input. */
import type { Brand } from './brands.ts';

const frame = (fill: string, inside: string): string =>
  `<svg viewBox="0 0 40 26" aria-hidden="true"><rect x=".5" y=".5" width="39" height="25" rx="4" fill="${fill}" stroke="#0000001f"/>${inside}</svg>`;

const word = (text: string, fill: string, size: number, more = ''): string =>
  `<text x="20" y="${13 + size * 0.36}" fill="${fill}" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" ${more}>${text}</text>`;

const discs = (left: string, right: string, both: string): string =>
  `<circle cx="16" cy="13" r="7.5" fill="${left}"/><circle cx="24" cy="13" r="7.5" fill="${right}"/><path d="M20 6.66a7.5 7.5 0 0 1 0 12.68 7.5 7.5 0 0 1 0-12.68" fill="${both}"/>`;

export const brandIcons: Readonly<Record<Brand, string>> = {
  visa: frame('#fff', word('VISA', '#1a1f71', 11, 'font-style="italic"')),
  mastercard: frame('#fff', discs('#eb001b', '#f79e1b', '#ff5f00')),
  maestro: frame('#fff', discs('#0099df', '#ed0006', '#6c6bbd')),
  amex: frame('#1f72cd', word('AMEX', '#fff', 10)),
  discover: frame('#fff', `${word('DISC', '#1b1b1b', 9)}<circle cx="35" cy="21" r="7" fill="#f47216" opacity=".9"/>`),
  jcb: frame(
    '#fff',
    '<rect x="8" y="5" width="7" height="16" rx="2.5" fill="#0f549d"/><rect x="16.5" y="5" width="7" height="16" rx="2.5" fill="#b41f36"/><rect x="25" y="5" width="7" height="16" rx="2.5" fill="#329947"/>',
  ),
  diners_club: frame(
    '#fff',
    '<circle cx="20" cy="13" r="8.5" fill="#0069aa"/><path d="M17.5 7.5a6 6 0 0 0 0 11zM22.5 7.5a6 6 0 0 1 0 11z" fill="#fff"/>',
  ),
};
