import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Report, ReportBounds, ReportLine, ReportWindow } from '../report.ts';
import { errorCode, type Answer } from './answers.ts';
import { EventBody, eventOf } from './verify-webhook.ts';

export const reportBounds: ReportBounds = { pauseMs: 0, longestWindowMs: 86_400_000 };

export const reportPath = (account: string, { from, to }: ReportWindow): string =>
  `/v1/report?${new URLSearchParams({ account, from: from.toISOString(), to: to.toISOString() }).toString()}`;

/** What makes a charge a renewal; the rest of a line is as the webhook has it. */
const HowCharged = Type.Object({
  charge: Type.Object({
    recurring: Type.Boolean(),
    initiator: Type.Union([Type.Literal('customer'), Type.Literal('merchant')]),
  }),
});
const Body = Type.Object({ lines: Type.Array(Type.Unknown()) });

/** The webhooks of an account, whether they were sent or not. One that can't be read makes the report worth nothing. */
export function readReport({ status, body }: Answer, pages: string): Report {
  const code = errorCode(body);
  if (status === 429) return { kind: 'too-soon' };
  if (code !== null) return { kind: 'refused', code };
  if (status !== 200 || !Value.Check(Body, body)) return { kind: 'unknown', cause: 'unreadable-answer' };
  const lines = body.lines.map((line) => readLine(line, pages));
  return lines.every((line) => line !== null)
    ? // Each names its currency, and each of our accounts is an account there.
      { kind: 'read', linesIn: () => lines }
    : { kind: 'unknown', cause: 'unreadable-answer' };
}

function readLine(line: unknown, pages: string): ReportLine | null {
  if (!Value.Check(EventBody, line) || !Value.Check(HowCharged, line)) return null;
  const { type, charge, created, amount } = line;
  const event = eventOf(line, pages);
  const time = new Date(created);
  if (event === null || Number.isNaN(time.getTime())) return null;
  const isRenewal = line.charge.recurring && line.charge.initiator === 'merchant';
  const money = type === 'charge.succeeded' ? (isRenewal ? 'renewal' : 'sale') : moneyBack(type);
  if (money === null) return null;
  return {
    type: money,
    providerRef: charge.id,
    seriesRef: null,
    amountMinor: amount,
    currency: charge.currency,
    occurredAt: time.toISOString(),
    event,
  };
}

const moneyBack = (type: string): 'refund' | 'void' | 'chargeback' | null =>
  type === 'refund' || type === 'void' || type === 'chargeback' ? type : null;
