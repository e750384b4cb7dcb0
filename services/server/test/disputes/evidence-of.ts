import { fetchMedia } from '../../src/testing/films.ts';
import type { MoneyWorld } from '../../src/testing/money-world.ts';
import { pdfText } from '../../src/testing/pdf-text.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

/** What tests of the evidence ask, on luna. */
export function evidenceOn(world: () => MoneyWorld) {
  const { attemptsOf, reported, reversalsOf } = openItemsOf(world);
  return {
    /** The lines of the evidence about a fan's payment of a kind, which is disputed now. */
    async evidenceOf(fan: TestPerson, kind: string): Promise<string> {
      const attempt = (await attemptsOf(fan)).find((one) => one.kind === kind)!;
      await reported(attempt, { type: 'chargeback' });
      const id = (await reversalsOf(attempt.id)).find((one) => one.kind === 'chargeback')!.id;
      const as = world().people.luna.admin;
      const { body } = await world().call('POST /api/reports/disputes/open-evidence', { as, body: { id } });
      return pdfText((await fetchMedia(world(), body.data.address, { as })).rawPayload);
    },
  };
}

/** What stands behind a fact's name. */
export const line = (text: string, name: string): string | undefined => {
  const lines = text.split('\n');
  return lines[lines.indexOf(name) + 1];
};

/** As the evidence writes it. */
export const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
