import { expect, it } from 'vitest';
import { searchQueryOf, searchTermsOf } from './search-terms.ts';

it.each([
  ['', null],
  ['  ', null],
  ['!?', null],
  ['Moon JAR', "'moon':* & 'jar':*"],
  ['zoë@fans.example', "'zoë':* & 'fans':* & 'example':*"],
  ['قمر ٤٤', "'قمر':* & '٤٤':*"],
  [`o'neil\\':* | "x" & !(y)`, "'o':* & 'neil':* & 'x':* & 'y':*"],
  ['a b c d e f g h i j', "'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':*"],
])('a search for %j asks for %s', (typed, query) => {
  expect(searchQueryOf(typed)).toBe(query);
  expect(searchTermsOf(typed)).toEqual(query === null ? [] : query.split(' & '));
});
