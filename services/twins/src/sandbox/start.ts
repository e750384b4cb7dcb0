import { timingSafeEqual, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTwinControl, type TwinControl } from '@backlot/payments/twin-control';
import { serveCardField } from '../card-field/serve.ts';
import { serveCcbill } from '../ccbill/serve.ts';
import { openCcbillTwin, type CcbillControl } from '../ccbill/twin.ts';
import { answerAction } from '../forumpay/actions.ts';
import { openForumpayTwin, type ForumpayControl } from '../forumpay/twin.ts';
import { answerWallet, walletPath } from '../forumpay/wallet-page.ts';
import { sendAboutPage } from './about-page.ts';
import type { Books } from './books.ts';
import { createFaults } from './faults.ts';
import { answer, refuse } from './http.ts';
import { openLedger } from './ledger.ts';
import { reportHandler } from './report.ts';
import { controlRoute } from './routes-control.ts';
import { isSticky, serveSticky } from '../sticky/serve.ts';
import { openStickyTwin, type StickyControl } from '../sticky/twin.ts';
import { servePayer } from '../payer/serve.ts';
import {
  answerToken,
  chargeHandler,
  closeHandler,
  findHandler,
  forgetHandler,
  keepHandler,
  refundHandler,
  tokenHandler,
} from './routes-v1.ts';

export interface SandboxTwinOptions {
  /** A free one when absent. */
  readonly port?: number;
  readonly host?: string;
  /** Journal that survives a kill; memory only when absent. */
  readonly dataFile?: string;
  /** Where webhooks go that name no address of their own. */
  readonly webhookUrl?: string;
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  readonly pendingMs?: number;
  readonly retryMs?: number;
  /** Milliseconds that a payer has on the sandbox's page. */
  readonly actionMs?: number;
}

export interface SandboxTwin {
  readonly url: string;
  readonly port: number;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly control: TwinControl;
  /** The card provider's own books, for whoever compares others with them. */
  readonly books: Books;
  /** The crypto provider at the same address: its user is `sandbox`, its secret the API key. */
  readonly crypto: ForumpayControl;
  /** sticky.io at the same address, with the same user and key; its tokens are the card field's. */
  readonly sticky: StickyControl;
  /** CCBill at the same address, with the account that `ccbill.account` names. */
  readonly ccbill: CcbillControl;
  close(): Promise<void>;
}

/** Starts the card provider's twin in this process. Ready when it resolves. */
export async function startSandboxTwin(options: SandboxTwinOptions = {}): Promise<SandboxTwin> {
  const apiKey = options.apiKey ?? 'sandbox-key';
  const webhookSecret = options.webhookSecret ?? 'sandbox-webhook-secret';
  const faults = createFaults();
  const ledger = openLedger({
    ...(options.dataFile ? { dataFile: options.dataFile } : {}),
    webhookSecret,
    webhookUrl: options.webhookUrl ?? null,
    faults,
    pendingMs: options.pendingMs ?? 1_500,
    retryMs: options.retryMs ?? 250,
    actionMs: options.actionMs ?? 15 * 60_000,
  });

  const crypto = openForumpayTwin({
    user: 'sandbox',
    secret: apiKey,
    ...(options.dataFile ? { dataFile: `${options.dataFile}.crypto` } : {}),
    retryMs: options.retryMs ?? 250,
  });

  const sticky = openStickyTwin({
    user: 'sandbox',
    password: apiKey,
    books: ledger.books,
    ...(options.dataFile ? { dataFile: `${options.dataFile}.sticky` } : {}),
    retryMs: options.retryMs ?? 250,
  });
  const ccbill = openCcbillTwin(options.retryMs ?? 250);

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://twin');
    const call = `${request.method} ${pathname}`;
    if (call === 'GET /') return sendAboutPage(response);
    if (call === 'GET /healthz') return answer(response, 200, { ok: true });
    if (request.method === 'GET' && pathname.startsWith('/field')) return serveCardField(request, response);
    if (pathname.startsWith('/pay/v2/')) return answerAction(crypto, originOf(request), request, response);
    if (pathname === walletPath || pathname.startsWith(`${walletPath}/`))
      return answerWallet(crypto, request, response);
    if (isSticky(pathname)) return serveSticky(sticky, request, response);
    if (call === 'POST /v1/tokens') return tokenHandler(ledger)(request, response);
    const ofCcbill = serveCcbill(ccbill, pathname, request, response);
    if (ofCcbill) return ofCcbill;
    const paid = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
    if (paid) return servePayer(ledger, paid, request, response);
    if (!hasKey(request, apiKey)) return refuse(response, 401, 'wrong-key');
    if (call === 'POST /v1/charges') return chargeHandler(ledger, faults)(request, response);
    if (call === 'POST /v1/instruments') return keepHandler(ledger, faults)(request, response);
    if (call === 'POST /v1/refunds') return refundHandler(ledger, faults)(request, response);
    if (call === 'GET /v1/report') return reportHandler(ledger, faults)(request, response);
    const instrument = /^DELETE \/v1\/instruments\/(\w+)$/.exec(call)?.[1];
    if (instrument) return forgetHandler(ledger, faults, instrument)(request, response);
    const typed = /^GET \/v1\/tokens\/([\w-]+)$/.exec(call)?.[1];
    if (typed) return answerToken(ledger, typed, response);
    const closed = /^POST \/v1\/charges\/by-reference\/([^/]+)\/close$/.exec(call)?.[1];
    if (closed) return closeHandler(ledger, faults, closed)(request, response);
    const reference = /^GET \/v1\/charges\/by-reference\/([^/]+)$/.exec(call)?.[1];
    if (reference) return findHandler(ledger, faults, reference)(request, response);
    if (pathname.startsWith('/control/') && (await controlRoute(ledger, faults, request, response))) return;
    refuse(response, 404, 'no-such-path');
  };

  const server = createServer((request, response) => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'internal-error');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    apiKey,
    webhookSecret,
    control: createTwinControl({ url, apiKey }),
    books: ledger.books,
    crypto: crypto.control,
    sticky: sticky.control,
    ccbill: ccbill.control,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      ledger.close();
      crypto.close();
      sticky.close();
      ccbill.close();
    },
  };
}

/** Compared as hashes, so that neither length nor content shows in the time it takes. */
function hasKey(request: IncomingMessage, apiKey: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${apiKey}`));
}

/** Where whoever asked finds the wallet's page. */
const originOf = ({ headers }: IncomingMessage): string => `http://${headers.host ?? '127.0.0.1'}${walletPath}`;
