import { errorCatalogue } from '@backlot/contracts/error-codes';
import ar from '@backlot/domain/texts/ar.json' with { type: 'json' };
import en from '@backlot/domain/texts/en.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';

describe('the error catalogue', () => {
  it('has a text in every language for every code', () => {
    const texts = Object.values(errorCatalogue).map(({ text }) => text);
    expect(texts.filter((text) => !(text in en) || !(text in ar))).toEqual([]);
  });
});
