import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/texts/texts.ts';

describe('the language of an answer', () => {
  it.each([
    ['nothing', undefined, 'es', 'es'],
    ['an empty header', '', 'es', 'es'],
    ['any', '*', 'es', 'es'],
    ['a region of one of ours', 'de-AT,en;q=0.5', 'es', 'de'],
    ['capitals', 'EN-us', 'de', 'en'],
    ['the better of two', 'pt-BR;q=0.3, ar;q=0.9', 'en', 'ar'],
    ['one that we lack, then any', 'zh, *', 'de', 'de'],
    ['one that we lack', 'xx', 'fr', 'fr'],
    ['one that is refused', 'en;q=0', 'de', 'de'],
    ['nonsense', ';;;,,', 'de', 'de'],
    ['nothing, of a site in a language that we lack', undefined, 'zz', 'en'],
  ])('for %s is one of ours', (_, wanted, site, expected) => {
    expect(chooseLanguage(wanted, site)).toBe(expected);
  });
});
