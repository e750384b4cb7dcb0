import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from '../sandbox/http.ts';
import { minorOfPrice, twinAccount, type TwinSale } from './books.ts';
import { mountainTime } from './notices.ts';
import { spoil } from './spoil.ts';
import type { CcbillTwin } from './twin.ts';

const stateCodes = { inactive: '0', ending: '1', recurring: '2' } as const;

/** `/utils/subscriptionManagement.cgi`: everything is answered with 200, as XML where that is wanted, else as two lines. */
export async function answerDataLink(
  twin: CcbillTwin,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given =
    request.method === 'POST' ? await readForm(request) : new URL(request.url ?? '/', 'http://twin').searchParams;
  const isXml = given.get('returnXML') === '1';
  const result = (code: string) => ({
    status: 200,
    // CCBill's XML has spaces where nobody expects them.
    text: isXml ? `<?xml version='1.0' standalone='yes'?>\n<results>${code}</results> \n` : `"results"\n"${code}"\n`,
    type: isXml ? 'text/xml' : 'text/plain',
  });
  const call = given.get('action') === 'viewSubscriptionStatus' ? 'status' : 'manage';
  return spoil(twin, call, response, () => {
    const fault = twin.strikes('result', call);
    if (fault) return result(fault.code ?? '-7');
    if (given.get('username') !== twinAccount.dataLinkUser || given.get('password') !== twinAccount.dataLinkPassword)
      return result('-1');
    if (given.get('clientAccnum') !== twinAccount.account) return result('-9');
    const id = given.get('subscriptionId') ?? '';
    if (!/^\d{10,19}$/.test(id)) return result('-2');
    const sale = twin.books.sales.get(id);
    if (!sale) return result('-3');
    switch (given.get('action')) {
      case 'viewSubscriptionStatus':
        return { status: 200, text: statusOf(sale), type: 'text/xml' };
      case 'cancelSubscription':
        if (sale.state !== 'recurring') return result('0');
        twin.cancel(sale, 'merchant');
        return result('1');
      case 'voidOrRefundTransaction':
      case 'refundTransaction': {
        const amount = given.get('amount');
        const minor = amount === null ? null : minorOfPrice(amount, sale.currency);
        if (amount !== null && minor === null) return result('-5');
        return result(twin.giveBack(sale, minor) ? '1' : '0');
      }
      default:
        return result('-6');
    }
  });
}

function statusOf(sale: TwinSale): string {
  const members: Readonly<Record<string, string | number>> = {
    cancelDate: '',
    signupDate: compact(sale.signedUp),
    nextBillingDate: sale.nextAt ? compact(sale.nextAt).slice(0, 8) : '',
    recurringSubscription: sale.later ? 1 : 0,
    subscriptionStatus: stateCodes[sale.state],
    timesRebilled: sale.timesRebilled,
    chargebacksIssued: sale.chargebacks,
    refundsIssued: sale.refunds,
    voidsIssued: sale.voids,
  };
  const lines = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version='1.0' standalone='yes'?>\n<results>${lines.join(' ')}</results>`;
}

const compact = (time: Date): string => mountainTime(time).replace(/\D/g, '');
