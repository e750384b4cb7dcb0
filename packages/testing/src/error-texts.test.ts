import { errorCatalogue } from '@backlot/contracts/http/error-codes';
import account from '@backlot/domain/texts/account/en.json' with { type: 'json' };
import en from '@backlot/domain/texts/en.json' with { type: 'json' };
import server from '@backlot/domain/texts/server/en.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';

describe('the error catalogue', () => {
  it('has a text for every code, in English and so in every language', () => {
    const texts = Object.values(errorCatalogue).map(({ text }) => text);
    expect(texts.filter((text) => !(text in en || text in account || text in server))).toEqual([]);
  });
});
