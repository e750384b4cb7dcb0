import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRule } from '@backlot/payments/twin-control';
import { checkCard } from '../card-field/card-rules.ts';
import type { ChargeRecord } from './entries.ts';
import type { Faults } from './faults.ts';
import { answer, readJson, refuse } from './http.ts';
import type { TwinLedger } from './ledger.ts';
import { behaviourOfNumber } from './test-cards.ts';
import { presentCharge, presentKept, readChargeRequest } from './wire.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export const chargeHandler =
  (ledger: TwinLedger, faults: Faults): Handler =>
  async (request, response) => {
    const arrived = Date.now();
    const input = readChargeRequest(await readJson(request));
    if (typeof input === 'string') return refuse(response, 400, `invalid-${input.replaceAll('_', '-')}`);
    const struck = faults.strike('charge');
    const amountOff = struck.find(({ kind }) => kind === 'other-amount')?.by ?? 0;
    await underFaults(struck, request, response, (decline) => {
      // Later than this the caller believes that there is no charge; there must not be one.
      if (Date.now() - arrived > input.settleWithinMs) return refuse.bind(null, response, 400, 'settle-window-passed');
      const decision = ledger.charge(input, { decline, amountOff });
      if (decision.kind === 'conflict') return refuse.bind(null, response, 409, 'reference-reused');
      return () => answer(response, 200, presentCharge(decision.charge, ledger.cardOf(decision.charge)));
    });
  };

/** `encoded` as it stands in the path: compared in that form, since not everything in a path can be decoded. */
export const findHandler =
  (ledger: TwinLedger, faults: Faults, encoded: string): Handler =>
  (request, response) =>
    underFaults(faults.strike('find'), request, response, () => {
      const charge = chargeOf(ledger, encoded);
      if (!charge) return refuse.bind(null, response, 404, 'charge-not-found');
      return () => answer(response, 200, presentCharge(charge, ledger.cardOf(charge)));
    });

/** The caller gives up a charge that waits for its payer. One that is over stays as it is. */
export const closeHandler =
  (ledger: TwinLedger, faults: Faults, encoded: string): Handler =>
  (request, response) =>
    underFaults(faults.strike('find'), request, response, () => {
      const charge = chargeOf(ledger, encoded);
      if (!charge) return refuse.bind(null, response, 404, 'charge-not-found');
      ledger.act(charge, { kind: 'close' });
      const closed = chargeOf(ledger, encoded)!;
      return () => answer(response, 200, presentCharge(closed, ledger.cardOf(closed)));
    });

const chargeOf = ({ books }: TwinLedger, encoded: string): ChargeRecord | undefined =>
  books.charges.get(encoded) ??
  [...books.charges.values()].find((candidate) => encodeURIComponent(candidate.reference) === encoded);

export const keepHandler =
  (ledger: TwinLedger, faults: Faults): Handler =>
  async (request, response) => {
    const body = await readJson(request);
    await underFaults(faults.strike('keep'), request, response, () => {
      const decision = ledger.keep(body);
      if (decision.kind === 'refused') return refuse.bind(null, response, decision.status, decision.code);
      return () => answer(response, 200, presentKept(decision.kept));
    });
  };

export const forgetHandler =
  (ledger: TwinLedger, faults: Faults, instrument: string): Handler =>
  (request, response) =>
    underFaults(faults.strike('forget'), request, response, () =>
      ledger.forget(instrument)
        ? () => answer(response, 200, { id: instrument })
        : refuse.bind(null, response, 404, 'instrument-not-found'),
    );

export const refundHandler =
  (ledger: TwinLedger, faults: Faults): Handler =>
  async (request, response) => {
    const body = await readJson(request);
    const struck = faults.strike('refund');
    const refusal = struck.find(({ kind }) => kind === 'decline');
    await underFaults(struck, request, response, () => {
      const decision = ledger.refund(body, refusal ? (refusal.code ?? 'refund-refused') : null);
      if (decision.kind === 'refused') return refuse.bind(null, response, decision.status, decision.code);
      return () =>
        answer(response, 200, { id: decision.refund.id, status: 'succeeded', amount: decision.refund.amount });
    });
  };

/** Only for the field's own page: a card number typed anywhere else is not taken. */
export const tokenHandler =
  (ledger: TwinLedger): Handler =>
  async (request, response) => {
    if (request.headers.origin !== `http://${request.headers.host}`) return refuse(response, 403, 'wrong-origin');
    const card = checkCard(await readJson(request), new Date());
    if (!card.ok) return answer(response, 400, { error: { code: 'invalid-card', fields: card.errors } });
    const token = `tok_${randomBytes(18).toString('base64url')}`;
    const { number, brand, month, year } = card;
    ledger.keepCard(token, {
      behaviour: behaviourOfNumber(number),
      brand,
      first6: number.slice(0, 6),
      last4: number.slice(-4),
      expMonth: month,
      expYear: year,
    });
    answer(response, 200, { token, brand, last4: number.slice(-4), expMonth: month, expYear: year });
  };

/** What a typed card's first digits are, for whoever counts tries of them. */
export function answerToken({ books }: TwinLedger, token: string, response: ServerResponse): void {
  const first6 = books.cards.get(token)?.card.first6;
  if (first6 === undefined) return refuse(response, 404, 'token-unknown');
  answer(response, 200, { first6 });
}

/** Does the work, and before or after it what the faults want. `work` acts at once and gives back how to answer. */
export async function underFaults(
  faults: readonly FaultRule[],
  request: IncomingMessage,
  response: ServerResponse,
  work: (forcedDecline: string | null) => () => void,
): Promise<void> {
  const slow = faults.find((fault) => fault.kind === 'slow');
  if (slow) await wait(slow.delayMs ?? 1_000);
  const before = faults.find((fault) => fault.kind.endsWith('-before'));
  if (before) return breakOff(before, request, response);
  const decline = faults.find((fault) => fault.kind === 'decline');
  const reply = work(decline ? (decline.code ?? '5') : null);
  const after = faults.find((fault) => fault.kind.endsWith('-after'));
  if (after) return breakOff(after, request, response);
  reply();
}

function breakOff(fault: FaultRule, request: IncomingMessage, response: ServerResponse): void {
  if (fault.kind.startsWith('reset')) request.socket.resetAndDestroy();
  else if (fault.kind.startsWith('error')) refuse(response, 500, 'internal-error');
  // A time-out is no answer at all: the caller gives up, or closing the twin ends it.
}
