import { describe, expect, it } from 'vitest';
import { ccbillAccount } from './account.ts';
import { lineIn, readExtract } from './read-extract.ts';

const account = () =>
  ccbillAccount({ id: 'account-1', currency: 'USD', credentials: { account: '900100', subAccount: '1' } });
const readText = (text: string) => readExtract(text.split('\n'), account());
const id = '126002101000000123';
const start = (type: string, at = '20260201040506') => `"${type}","900100","0001","${id}","${at}"`;

describe('a line of an extract', () => {
  it.each([
    [`${start('NEW')},"A","B","a@b.example","","1","19.99","30","19.99","30","1","VISA"`, 'sale', 1999],
    [
      `${start('NEW')},"A","B","user","secret","12 Main, ""A""","T","AZ","US","85281","a@b.example","","1","4.95","3","19.99","30","99"`,
      'sale',
      495,
    ],
    [`${start('REBILL')},"126032101000000777","19.99"`, 'renewal', 1999],
    [`${start('REFUND')},"5.00"`, 'refund', 500],
    [`${start('VOID')},"19.99"`, 'void', 1999],
    [`${start('CHARGEBACK')},"19.99"`, 'chargeback', 1999],
    [start('CANCELLATION'), 'cancellation', null],
    [`"EXPIRE","900100","0001","${id}","20260201","20260115","0"`, 'expiry', null],
  ])('%s', async (line, type, amountMinor) => {
    expect(await readText(line)).toMatchObject([{ type, amountMinor, seriesRef: id }]);
  });

  it('is by the clock of Mountain Standard Time', async () => {
    const lines = await readText(`${start('REFUND', '20260131235959')},"5.00"`);
    expect(lines?.[0]?.occurredAt).toBe('2026-02-01T06:59:59.000Z');
  });

  it('of a renewal has the id that its notice has', async () => {
    const [line] = (await readText(`${start('REBILL')},"126032101000000777","19.99"`))!;
    expect(line).toMatchObject({
      providerRef: `${id}-126032101000000777`,
      event: { externalId: 'RenewalSuccess:126032101000000777', type: 'series-renewed' },
    });
  });

  it('names no currency, so that an account that is not in dollars is told of no money by it', async () => {
    const renewal = `${start('REBILL')},"126032101000000777","5.00"`;
    const lines = (await readText(`${renewal}\n${start('CANCELLATION')}`))!;
    const [renewed, end] = lines.map((line) => lineIn(line, 'EUR'));
    expect(renewed).toMatchObject({ amountMinor: 500, currency: null, event: null });
    expect(end).toMatchObject({ event: { type: 'series-cancelled' } });
    expect(lineIn(lines[0]!, 'USD')).toMatchObject({ currency: 'USD', event: { type: 'series-renewed' } });
  });

  it.each([
    ['of another subaccount', start('REFUND').replace('"0001"', '"0002"') + ',"5.00"'],
    ['of another account', start('REFUND').replace('900100', '900200') + ',"5.00"'],
    ['of a type that was not asked for', `${start('UPGRADE')},"5.00"`],
  ])('%s is nothing of ours', async (_what, line) => {
    expect(await readText(line)).toEqual([]);
  });

  it.each([
    ['without an amount', start('REFUND')],
    ['with a time that is none', `${start('REFUND', '20261301000000')},"5.00"`],
    ['with an id that is none', `${start('REFUND').replace(id, 'x')},"5.00"`],
    ['with an open quote', `"REFUND","900100`],
    ['that is a page', '<html><title>Maintenance</title></html>\n<p>"'],
  ])('%s makes the whole report worth nothing', async (_what, line) => {
    expect(await readText(`${start('VOID')},"1.00"\n${line}`)).toBeNull();
  });
});
