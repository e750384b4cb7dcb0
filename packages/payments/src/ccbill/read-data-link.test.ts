import { describe, expect, it } from 'vitest';
import { readResults, readStatus } from './read-data-link.ts';

describe("the answers of CCBill's subscription management", () => {
  it.each([
    ["<?xml version='1.0' standalone='yes'?>\n<results>1</results> \n", '1'],
    ['<results> -23 </results>', '-23'],
    ['"results"\n"1"\n', '1'],
    ['results\r\n-12', '-12'],
    ['<html>Maintenance</html>', null],
    ['', null],
    ['1', null],
  ])('%j has the code %s', (text, code) => {
    expect(readResults(text)).toBe(code);
  });

  it('a status tells how often something happened', () => {
    const xml = `<?xml version='1.0' standalone='yes'?>
<results><cancelDate></cancelDate><signupDate>20260102030405</signupDate><recurringSubscription>1</recurringSubscription>
<subscriptionStatus>2</subscriptionStatus><timesRebilled> 3 </timesRebilled><chargebacksIssued>0</chargebacksIssued>
<refundsIssued>1</refundsIssued><voidsIssued>0</voidsIssued></results>`;
    expect(readStatus(xml)).toEqual({ state: 'recurring', timesRebilled: 3, chargebacks: 0, refunds: 1, voids: 0 });
  });

  it.each(['<results>-3</results>', '<subscriptionStatus>9</subscriptionStatus>', ''])('%s is no status', (text) => {
    expect(readStatus(text)).toBeNull();
  });
});
