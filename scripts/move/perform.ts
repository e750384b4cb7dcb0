import { drawFaults, noFaults, type Asked, type EventFaults } from '../simulate/faults.ts';
import type { Reply } from '../simulate/open-harness.ts';
import type { PendingWebhook } from '../simulate/webhooks.ts';
import { count, nowOf, type Move } from './move.ts';

/** Steps after which a late webhook comes at the latest. */
const latest = 5;

/**
 * One thing that happens, with the faults that were drawn for it: null where it was cut off. What providers took and wrote
 * meanwhile is noticed.
 */
export async function perform(
  move: Move,
  what: string,
  asks: Asked | null,
  work: () => Promise<Reply | void>,
  faults: EventFaults = move.isQuiet ? noFaults : drawFaultsOf(move, asks),
): Promise<Reply | null> {
  const { harness, random } = move;
  move.events += 1;
  count(move, `${what}: ${faults.name}`);
  if (faults.rules.length > 0) for (const provider of harness.providers) await provider.setFaults(faults.rules);
  let reply: Reply | null = null;
  const { ended } = await harness.interruptions.run(async () => {
    try {
      reply = (await work()) ?? null;
    } catch (error) {
      // A job that fails, as where its connection was cut, is there again; what nobody meant to fail ends the run.
      if (faults === noFaults) throw error;
    }
  }, faults.interruption);
  if (faults.rules.length > 0) for (const provider of harness.providers) await provider.setFaults([]);
  lookAtTwins(move);
  if (ended.kind === 'died') reply = null;
  if (ended.kind === 'died' && random.chance(0.02)) await harness.restart();
  return reply;
}

/** Without another amount than was asked for: that one buys nothing, and is for staff to decide. */
function drawFaultsOf({ random }: Move, asks: Asked | null): EventFaults {
  const drawn = drawFaults(random, asks);
  return drawn.rules.some(({ kind }) => kind === 'other-amount') ? noFaults : drawn;
}

/** Notices charges, and what was written about them is on its way: at once, late, twice or, of some, never. */
export function lookAtTwins(move: Move): void {
  const { harness, charges, sent, random, step, isQuiet } = move;
  charges.look(nowOf(move));
  for (const webhook of harness.outboxes.flatMap((outbox) => outbox.collect())) {
    const fate = isQuiet ? 0.5 : random.next();
    if (fate < 0.1 && mayBeLost(webhook)) {
      count(move, `webhook ${webhook.type}: lost`);
      continue;
    }
    const isLate = fate < 0.25 && mayBeLate(webhook);
    sent.push({ webhook, arrivesAt: isLate ? step + random.between(1, latest) : step });
    if (fate > 0.9) sent.push({ webhook, arrivesAt: step + random.between(0, latest) });
  }
}

const sale = "of CCBill's NewSaleSuccess";
const renewal = "of CCBill's RenewalSuccess";

/**
 * Of a sale on a form that is lost for good nobody but staff know. The webhook of a refund of ours may not be lost either: the
 * answer confirms that one, and the webhook of the next refund of the same amount would be taken for it.
 */
const mayBeLost = ({ type }: PendingWebhook): boolean => type !== sale && !/refund$/i.test(type);

/** Of a sale it is waited for as long as a card may take to be typed; of a renewal for the days of grace. */
const mayBeLate = ({ type }: PendingWebhook): boolean => type !== sale && type !== renewal;
