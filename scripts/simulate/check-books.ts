import type { SiteName } from '@backlot/server/testing/world';
import { walletOf } from './actions/wallet.ts';
import { providerReversalsOf } from './model.ts';
import { shownOf, type Records } from './read-records.ts';
import { returnedOf } from './kept.ts';
import type { Simulation } from './simulation.ts';

/** The books balance, and say of every charge what its provider says. */
export function checkBooks(simulation: Simulation, site: SiteName, records: Records): void {
  const { model, violations } = simulation;
  const say = (invariant: string, text: string, reference: string | null = null): void => {
    const charge = reference === null ? undefined : model.charges.get(reference);
    violations.push({ invariant, text, fan: charge?.fan ?? null, event: charge?.event ?? model.event });
  };
  for (const id of records.unbalanced) say('unbalanced books', `transaction ${id} of ${site} does not sum to zero`);
  for (const { userId, balance } of records.wallets)
    if (balance < 0) say('wallet below zero', `the wallet of ${userId} holds ${balance}`);
  for (const { userId, balance, owed, booked } of records.wallets)
    if (balance - owed !== booked)
      say('unbalanced books', `the wallet of ${userId} holds ${balance} and owes ${owed}, its entries make ${booked}`);
  for (const fan of model.fans.filter((one) => one.site === site)) {
    const { minor, tolerance } = walletOf(simulation, fan);
    const { balance = 0, owed = 0 } = records.wallets.find(({ userId }) => userId === fan.person.id) ?? {};
    if (Math.abs(balance - owed - minor) > tolerance)
      violations.push({
        invariant: 'books differ',
        text: `the wallet holds ${balance} and owes ${owed}; what was sent and spent makes ${minor}`,
        fan,
        event: model.event,
      });
  }
  for (const id of records.openAttempts) say('owed and not shown', `attempt ${id} is still open`, id);

  const booked = new Map(records.payments.map((payment) => [payment.reference, payment]));
  for (const charge of model.charges.values()) {
    if (charge.fan.site !== site) continue;
    const { reference, provider } = charge;
    // The wallet is an account of ours: what it holds is compared as a whole.
    if (provider.name === 'wallet') continue;
    const payment = booked.get(reference);
    booked.delete(reference);
    const took = provider.takenOf(reference);
    // Where reversals are reported of a series, so is what is not booked (`checkSeries`).
    const isOfSeries = provider.seriesOf(reference) !== null;
    if (isOfSeries && payment === undefined) continue;
    // Undone before anybody here knew that it had come, its provider shows a void and no payment: there is nothing to book.
    const isUndoneUnseen =
      payment === undefined && providerReversalsOf(model, charge).some(({ kind }) => kind === 'void');
    if (took !== (payment?.cameMinor ?? 0) && !isUndoneUnseen)
      say('books differ', `charge ${reference} took ${took} and is booked with ${payment?.cameMinor ?? 0}`, reference);
    if (took === 0 || payment === undefined) continue;
    const times = payment.receipts + payment.moves - (charge.acceptedAt === null ? 0 : 1);
    if (payment.receipts !== 1 || times !== 1)
      say('books differ', `charge ${reference} is booked ${times} times`, reference);
    if (isOfSeries) continue;
    // What went back and does not fit the charge is held, where staff see it.
    const held = shownOf(records.items, records.refs.get(reference) ?? '', ['reversal_held']);
    const returned = returnedOf(simulation, charge);
    if (returned !== payment.wentMinor + held)
      say(
        'books differ',
        `of charge ${reference} ${returned} went back, ${payment.wentMinor} is booked and ${held} held`,
        reference,
      );
  }
  for (const charge of model.charges.values()) {
    if (charge.fan.site !== site || charge.refundAskedMinor === 0) continue;
    if (charge.provider.seriesOf(charge.reference) !== null) continue;
    // What a bank or the provider gave back besides makes up for it.
    const returned = returnedOf(simulation, charge);
    const shown = shownOf(records.items, records.refs.get(charge.reference) ?? '', ['refund_owed']);
    // What stays owed to a fan is what is left of the charge at most: staff would pay it, and it can't be made.
    if (shown > 0 && returned + shown > charge.provider.takenOf(charge.reference))
      say('more owed than is left', `of ${charge.reference} ${returned} went and ${shown} is owed`, charge.reference);
    if (returned + shown < charge.refundAskedMinor)
      say(
        'owed and not shown',
        `of ${charge.reference} staff gave back ${charge.refundAskedMinor}, ${returned} went`,
        charge.reference,
      );
  }
  for (const { reference, provider, cameMinor } of booked.values())
    if (provider !== 'wallet') say('books differ', `${reference} is booked with ${cameMinor} and was never charged`);
}
