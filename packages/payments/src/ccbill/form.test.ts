import { describe, expect, it } from 'vitest';
import { ccbillAccount, isBillable } from './account.ts';
import { formDigest, formUrl } from './form.ts';
import { ccbillHosts } from './hosts.ts';
import { amountText, currencyOf, minorOf } from './money.ts';

const salt = '7d901dad245fd0ff6bc20d06';
const account = ccbillAccount({
  id: 'account-1',
  currency: 'USD',
  credentials: { account: '900123', subAccount: '10', form: 'f-1', salt, dataLinkUser: 'u', dataLinkPassword: 'p' },
});
const hosts = ccbillHosts(null);

describe("the digest of CCBill's form", () => {
  it.each([
    [['10.00', '30', '840'], 'a7459445d0e5dc0963fe736dc5cf900b'],
    [['10.00', '30', '10.00', '30', '99', '840'], '48f0b12e4307e64edb781c479665c899'],
  ])('of %j is the one that CCBill publishes', (values, digest) => {
    expect(formDigest(values, salt)).toBe(digest);
  });

  it.each([
    [null, 'a7459445d0e5dc0963fe736dc5cf900b', null],
    [{ minor: 1000, days: 30 }, '48f0b12e4307e64edb781c479665c899', '99'],
  ])('stands in the address beside the very texts that were hashed', (later, digest, rebills) => {
    const terms = { amountMinor: 1000, currency: 'USD', firstDays: 30, later };
    const { origin, pathname, searchParams } = new URL(formUrl(hosts, account, terms, { reference: 'r-1' }));
    expect(origin + pathname).toBe('https://api.ccbill.com/wap-frontflex/flexforms/f-1');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      clientAccnum: '900123',
      clientSubacc: '0010',
      initialPrice: '10.00',
      currencyCode: '840',
      formDigest: digest,
      reference: 'r-1',
    });
    expect(searchParams.get('numRebills')).toBe(rebills);
  });
});

describe('what CCBill bills', () => {
  it.each([
    [1, null, false],
    [2, null, true],
    [365, null, true],
    [366, null, false],
    [30, { minor: 1999, days: 30 }, true],
    [30, { minor: 1999, days: 31 }, false],
    [30, { minor: 294, days: 30 }, false],
    [30, { minor: 10_001, days: 30 }, false],
  ])('%i days and then %j: see the last column', (days, later, can) => {
    expect(isBillable(days, later)).toBe(can);
  });

  it('amounts are texts with two decimals and come back as the same minor units', () => {
    expect(amountText(1999, 'USD')).toBe('19.99');
    expect(amountText(500, 'JPY')).toBe('500.00');
    expect(minorOf('19.99', 'USD')).toBe(1999);
    expect(minorOf('19.9', 'USD')).toBe(1990);
    expect(minorOf('500.00', 'JPY')).toBe(500);
    expect(minorOf('19.999', 'USD')).toBeNull();
    expect(minorOf('-1', 'USD')).toBeNull();
    expect([currencyOf('36'), currencyOf('036'), currencyOf('999')]).toEqual(['AUD', 'AUD', null]);
  });
});

describe('where notices may come from', () => {
  it.each([
    ['64.38.212.1', true],
    ['::ffff:64.38.241.254', true],
    ['64.38.212.255', false],
    ['64.38.213.1', false],
    ['127.0.0.1', false],
    ['64.38.212.1.example', false],
  ])('%s: see the last column', (address, isSource) => {
    expect(hosts.isSource(address)).toBe(isSource);
  });

  it('the stand-in on this machine may send them outside production', () => {
    expect(ccbillHosts({ url: 'http://127.0.0.1:8001' }).isSource('127.0.0.1')).toBe(true);
  });
});
