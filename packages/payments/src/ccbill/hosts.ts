/** Where CCBill is asked. */
export interface CcbillHosts {
  /** REST interface. */
  readonly api: string;
  /** Where browsers find the payment form. */
  readonly form: string;
  readonly dataLink: string;
  /** Whether an address is one that notices may come from. */
  readonly isSource: (address: string) => boolean;
  /** The stand-in is told with each payment where its notices and its payers go: nobody sets up its console. */
  readonly isTwin: boolean;
}

/** Where the stand-in is; null in production. */
export type CcbillTwinAt = { readonly url: string } | null;

/** Published by CCBill; notices carry no signature. */
const sources = ['64.38.212.', '64.38.215.', '64.38.240.', '64.38.241.'];
const loopback = new Set(['127.0.0.1', '::1']);

const live: CcbillHosts = {
  api: 'https://api.ccbill.com',
  form: 'https://api.ccbill.com',
  dataLink: 'https://datalink.ccbill.com',
  isSource: isPublished,
  isTwin: false,
};

/** CCBill itself in production; anywhere else the stand-in, so that no test and no laptop ever charges a card. */
export const ccbillHosts = (twin: CcbillTwinAt): CcbillHosts =>
  twin === null
    ? live
    : {
        api: twin.url,
        form: twin.url,
        dataLink: twin.url,
        isSource: (address) => isPublished(address) || loopback.has(plain(address)),
        isTwin: true,
      };

function isPublished(address: string): boolean {
  const source = sources.find((start) => plain(address).startsWith(start));
  const last = source === undefined ? '' : plain(address).slice(source.length);
  return /^\d{1,3}$/.test(last) && Number(last) >= 1 && Number(last) <= 254;
}

/** Without the prefix of an IPv4 address on an IPv6 socket. */
const plain = (address: string): string => address.replace(/^::ffff:/i, '');
