import { card } from '@backlot/server/testing/money-world';
import { subscribe, newKey } from '../simulate/actions/buy.ts';
import { noFaults } from '../simulate/faults.ts';
import type { Reply } from '../simulate/open-harness.ts';
import { count, note, nowOf, type Move, type MovingFan } from './move.ts';
import { perform } from './perform.ts';

/** A fan joins: in the field, or on the provider's page. */
export async function join(move: Move, fan: MovingFan): Promise<void> {
  const { harness } = move;
  const key = newKey();
  const send = async (): Promise<Reply> => {
    if (move.side === 'form') return subscribe(harness, fan, null, key);
    const quote = await harness.call('GET /api/v2/subscription/quote', { as: fan.person });
    const body = {
      quote_id: quote.data?.quote_id ?? 'none',
      consent: true,
      card: await typeCard(move, fan, card.good),
    };
    return harness.call('POST /api/v2/subscription/subscribe', { as: fan.person, key, body });
  };
  const reply = await perform(move, 'join', 'charge', send);
  note(move, fan, `joins: ${answerOf(reply)}`);
  await typeOnForm(move, fan, reply, card.good);
}

/** A fan who is on the site is asked to go on with the account in use, and does what they are used to. */
export async function beAsked(move: Move, fan: MovingFan): Promise<void> {
  const { harness } = move;
  const { data } = await harness.call('GET /api/migration-data', { as: fan.person });
  if (data === null) return;
  count(move, 'asked');
  fan.tries += 1;
  if (fan.habit === 'stays') return note(move, fan, 'is asked, and does nothing');
  if (fan.habit === 'cancels') return cancel(move, fan);
  await goOn(move, fan, data.quote_id as string);
}

/** Pressed until it is confirmed. */
export async function cancel(move: Move, fan: MovingFan): Promise<void> {
  const send = () => move.harness.call('POST /api/cancel-subscription', { as: fan.person, body: {} });
  let reply = await perform(move, 'cancel', null, send);
  if (reply?.status !== 200) reply = await perform(move, 'cancel', null, send, noFaults);
  note(move, fan, `cancels: ${answerOf(reply)}`);
  if (reply?.status === 200) fan.cancelledAt = nowOf(move);
}

async function goOn(move: Move, fan: MovingFan, quoteId: string): Promise<void> {
  const { harness, random, side } = move;
  const isFirst = fan.tries === 1;
  const isRefused = fan.habit === 'refused-first' && isFirst;
  const number = isRefused ? card.declined : card.good;
  const isFromWallet = fan.habit === 'wallet-first' && isFirst;
  const send = async (key: string): Promise<Reply> => {
    const pays = isFromWallet
      ? { from_wallet: true }
      : side === 'field'
        ? { card: await typeCard(move, fan, number) }
        : {};
    const body = { quote_id: quoteId, consent: true, ...pays };
    return harness.call('POST /api/migrate-subscription-for-user', { as: fan.person, key, body });
  };
  const key = newKey();
  let reply = await perform(move, 'migrate', 'charge', async () => {
    if (fan.habit !== 'presses-twice') return send(key);
    const [one, other] = await Promise.all([send(key), send(newKey())]);
    return one.status === 200 ? one : other;
  });
  note(move, fan, `goes on: ${answerOf(reply)}`);
  // Whoever gets no answer presses again, mostly; the others come back another day.
  if ((reply === null || reply.status >= 500) && random.chance(0.7)) {
    reply = await perform(move, 'migrate again', 'charge', () => send(key), noFaults);
    note(move, fan, `presses again: ${answerOf(reply)}`);
  }
  count(move, `migrate: ${answerOf(reply)}`);
  if (fan.habit === 'leaves-page' && isFirst) return;
  await typeOnForm(move, fan, reply, number);
}

/** In the field on the site's own page. */
async function typeCard({ harness, charges }: Move, fan: MovingFan, number: string): Promise<object> {
  const typed = (await harness.world.cardOf(number)) as { readonly token: string };
  charges.ownToken(typed.token, fan);
  return typed;
}

/** On the provider's page, if the answer leads there. */
async function typeOnForm(move: Move, fan: MovingFan, reply: Reply | null, number: string): Promise<void> {
  if (reply?.data?.action?.type !== 'redirect') return;
  const url = reply.data.action.url as string;
  const reference = new URL(url).searchParams.get('reference');
  if (reference === null) return;
  move.charges.ownForm(reference, fan);
  const fields = new URLSearchParams({ act: 'card', number, month: '12', year: '2031', cvv: '123' });
  await perform(
    move,
    'pay a form',
    null,
    async () => void (await fetch(url, { method: 'POST', body: fields, redirect: 'manual' })),
    noFaults,
  );
  note(move, fan, 'types a card on the form');
}

const answerOf = (reply: Reply | null): string =>
  reply === null
    ? 'cut off'
    : (reply.code ??
      (typeof reply.data?.state === 'string' ? `${reply.status} ${reply.data.state}` : `${reply.status}`));
