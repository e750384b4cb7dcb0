import type { OpenItem } from '@backlot/contracts/open-items';
import { v7 } from 'uuid';
import { reconcileAccountsJob } from '../../src/features/checkout/reconciliation/read-reports.ts';
import type { MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { SiteName } from '../../src/testing/world.ts';

export const hourMs = 3_600_000;

/** What tests of the reconciliation do again and again. */
export function reconcilingOf(world: () => MoneyWorld) {
  /** The clock's job as it comes, whoever asked before. */
  const run = (site: SiteName = 'luna'): Promise<void> =>
    reconcileAccountsJob.run({
      ctx: world().ctx,
      tenant: world().tenants[site],
      payload: {},
      attempt: 1,
      log: world().ctx.log,
    });
  /** A turn so many hours from now. */
  const read = async (hours = 2, site: SiteName = 'luna'): Promise<void> => {
    const { clock, database, tenants } = world();
    clock.set(new Date(Date.now() + hours * hourMs));
    await database.tenants.write(tenants[site], (db) => db('report_readings').update({ asked_at: new Date(0) }));
    await run(site);
  };
  /** Likewise, and what it hands over. */
  const turn = async (hours = 2, site: SiteName = 'luna'): Promise<void> => {
    await read(hours, site);
    await world().runJobs();
  };
  const admin = (site: SiteName): TestPerson => world().people[site].admin;
  const days = async (site: SiteName = 'luna') =>
    (await world().call('GET /api/reports/reconciliation', { as: admin(site) })).body.data;
  /** Lines of all days of a site, page after page. */
  const lines = async (site: SiteName = 'luna') => {
    const found = [];
    for (const { account_id, day } of (await days(site)).days) {
      for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
        const query = { account_id, day, page_num: page };
        const answer = await world().call('GET /api/reports/reconciliation/lines', { as: admin(site), query });
        found.push(...answer.body.data.lines);
        pages = answer.body.data.paginationData.totalPages;
      }
    }
    return found;
  };
  const lineOf = async (transactionId: string, kind: string, site: SiteName = 'luna') =>
    (await lines(site)).find((line) => line.transactionId === transactionId && line.kind === kind);
  const reversalsOf = (attemptId: string, site: SiteName = 'luna') =>
    world().database.tenants.read(world().tenants[site], (db) =>
      db('payment_reversals').where({ attempt_id: attemptId }).orderBy('created_at'),
    );
  /** Staff give a part back; dollars. */
  const giveBack = async (intentId: string, amount: number): Promise<void> => {
    const body = { id: intentId, amount, currency: 'USD', reason: 'Asked for by mail' };
    const answer = await world().call('POST /api/reports/refund', { as: admin('luna'), body });
    if (answer.status !== 200) throw new Error(answer.text);
    await world().runJobs({ includingFuture: true });
  };
  /** Staff pay what is owed to a fan past the provider. */
  const payByHand = async (fan: TestPerson): Promise<void> => {
    const as = admin('luna');
    const { body } = await world().call('GET /api/reports/open-items', { as, query: { state: 'open' } });
    const { _id: id } = (body.data.items as OpenItem[]).find(({ user }) => user?._id === fan.id)!;
    const settled = { id, decision: 'paid_by_hand', evidence: 'Bank transfer 12' };
    const answer = await world().call('POST /api/reports/open-items/settle', { as, body: settled });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  /** Charges a card at the provider without us, with an account of the site's. */
  const chargeUnseen = async (site: SiteName, amount: number): Promise<string> => {
    const { database, tenants, twin, token } = world();
    const account = await database.tenants.read(tenants[site], (db) =>
      db('provider_accounts').where({ provider: 'sandbox' }).first('id'),
    );
    const response = await fetch(new URL('/v1/charges', twin.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${twin.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        account: account!.id,
        reference: v7(),
        amount,
        currency: 'USD',
        token: await token(),
        initiator: 'customer',
        recurring: false,
        descriptor: 'X',
      }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  return { run, read, turn, admin, days, lines, lineOf, reversalsOf, giveBack, payByHand, chargeUnseen };
}
