import { randomUUID } from 'node:crypto';
import type { ChargeInput, ChargeSource } from '../provider.ts';

/** A charge of 12.34 dollars that the customer makes. */
export function chargeInput(source: ChargeSource): ChargeInput {
  return {
    reference: randomUUID(),
    amountMinor: 1234,
    currency: 'USD',
    source,
    recurring: true,
    initiator: 'customer',
    descriptor: 'STUDIO MEMBER',
    returnUrl: 'https://studio.test/payment/1',
    customer: {
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Test',
      address: '1 Main',
      city: 'Tempe',
      postalCode: '85281',
      country: 'US',
      state: 'AZ',
    },
  };
}

/** As `chargeInput`, made by the site for a card that it has kept. */
export const renewalOf = (instrumentId: string): ChargeInput => ({
  ...chargeInput({ kind: 'stored', instrumentId }),
  initiator: 'merchant',
  customer: undefined,
});
