import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Webhook } from './entries.ts';
import type { Faults } from './faults.ts';
import { answer, refuse } from './http.ts';
import type { TwinLedger } from './ledger.ts';
import { underFaults } from './routes-v1.ts';

const listed: ReadonlySet<Webhook['type']> = new Set(['charge.succeeded', 'refund', 'void', 'chargeback']);

/** `GET /v1/report?account&from&to`: what moved money in an account, as webhooks tell it, whether they arrived or not. */
export const reportHandler =
  ({ books }: TwinLedger, faults: Faults) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams } = new URL(request.url ?? '/', 'http://twin');
    const account = searchParams.get('account');
    const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    if (!account || Number.isNaN(from) || Number.isNaN(to)) return refuse(response, 400, 'invalid-window');
    const struck = faults.strike('report');
    const amountOff = struck.find(({ kind }) => kind === 'other-amount')?.by ?? 0;
    await underFaults(struck, request, response, () => {
      const lines = [...books.webhooks.values()].flatMap(({ webhook: { type, reference, body } }) => {
        if (!listed.has(type) || books.charges.get(reference)?.account !== account) return [];
        const told = JSON.parse(body) as { created: string; amount: number };
        const time = Date.parse(told.created);
        return time >= from! && time < to! ? [{ ...told, amount: told.amount + amountOff }] : [];
      });
      return () => answer(response, 200, { lines });
    });
  };
