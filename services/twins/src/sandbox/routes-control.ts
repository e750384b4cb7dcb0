import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PastToTwin, TwinCard, TwinCharge, TwinWebhook } from '@backlot/payments/twin-control';
import { readFaultRules, type Faults } from './faults.ts';
import { answer, readJson, refuse } from './http.ts';
import type { TwinLedger } from './ledger.ts';
import { presentCharge } from './wire.ts';

/** A site's whole past comes in one. */
const largestBody = 4 * 1024 * 1024;

/** What tests do to the twin. False when the path is not one of these. */
export async function controlRoute(
  ledger: TwinLedger,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const body =
    request.method === 'POST' ? (((await readJson(request, largestBody)) ?? {}) as Record<string, unknown>) : {};
  switch (`${request.method} ${request.url}`) {
    case 'POST /control/faults': {
      const rules = readFaultRules(body.rules);
      if (!rules) return (refuse(response, 400, 'invalid-faults'), true);
      faults.set(rules, typeof body.seed === 'number' ? body.seed : undefined);
      return (answer(response, 200, { rules: rules.length }), true);
    }
    case 'GET /control/charges':
      return (answer(response, 200, { charges: listCharges(ledger) }), true);
    case 'GET /control/cards':
      return (answer(response, 200, { cards: listCards(ledger) }), true);
    case 'GET /control/webhooks':
      return (answer(response, 200, { webhooks: listWebhooks(ledger) }), true);
    case 'POST /control/chargebacks':
      if (!ledger.chargeback(String(body.reference))) return (refuse(response, 404, 'charge-not-found'), true);
      return (answer(response, 200, {}), true);
    case 'POST /control/disputes-won':
      if (!ledger.winDispute(String(body.reference))) return (refuse(response, 404, 'charge-not-found'), true);
      return (answer(response, 200, {}), true);
    case 'POST /control/voids':
      if (!ledger.voidCharge(String(body.reference))) return (refuse(response, 404, 'charge-not-found'), true);
      return (answer(response, 200, {}), true);
    case 'POST /control/past': {
      const known = ledger.remember(body as unknown as PastToTwin);
      return (known ? answer(response, 200, known) : refuse(response, 400, 'invalid-past'), true);
    }
    case 'POST /control/webhook-url':
      if (body.url !== null && !URL.canParse(String(body.url))) return (refuse(response, 400, 'invalid-url'), true);
      ledger.setWebhookUrl(body.url === null ? null : String(body.url));
      return (answer(response, 200, {}), true);
    case 'POST /control/reset':
      ledger.reset();
      return (answer(response, 200, {}), true);
    default:
      return false;
  }
}

const listCharges = ({ books, cardOf }: TwinLedger): TwinCharge[] =>
  [...books.charges.values()].map((charge) => ({
    ...presentCharge(charge, cardOf(charge)),
    refunded: books.refunded.get(charge.id) ?? 0,
  }));

const listCards = ({ books }: TwinLedger): TwinCard[] =>
  [...books.instruments].filter(([id]) => !books.forgotten.has(id)).map(([id, { last4 }]) => ({ id, last4 }));

const listWebhooks = ({ books }: TwinLedger): TwinWebhook[] =>
  [...books.webhooks.values()].map(({ webhook, state, attempts }) => ({
    id: webhook.id,
    type: webhook.type,
    reference: webhook.reference,
    url: webhook.url,
    state,
    attempts,
  }));
