import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createAsk } from '../../../../scripts/crash/ask.ts';
import { findHidden } from '../../../../scripts/crash/find-hidden.ts';
import { findLies } from '../../../../scripts/crash/find-lies.ts';
import { seeded } from '../../../../scripts/crash/random.ts';
import { runCrash, settleAll } from '../../../../scripts/crash/run-crash.ts';
import { createServers } from '../../../../scripts/crash/servers.ts';
import { shop, type Shopping } from '../../../../scripts/crash/shop.ts';
import { buildHarness } from '../../../../scripts/crash/harness.ts';

const kills = Number(process.env['CRASH_KILLS'] ?? 30);

describe('servers that serve the same sites and are killed during checkouts, renewals, refunds and chargebacks', () => {
  it(
    `after ${kills} kills every charge is in the ledger once, the books balance, and access is what was paid`,
    { timeout: 900_000 },
    async () => {
      const { servers, outages, charges, renewals, refunded, chargedBack, cancelled, lies } = await runCrash({
        kills,
        seed: 20260310,
      });
      expect(lies).toEqual([]);
      expect(servers.reduce((sum, server) => sum + server.kills, 0)).toBe(kills);
      expect(outages).toBeGreaterThan(0);
      // One of them may as well not be there unless both answer and both run jobs.
      for (const server of servers) {
        expect(server.kills).toBeGreaterThan(outages);
        expect(server.answered).toBeGreaterThan(kills / 2);
        expect(server.renewals).toBeGreaterThan(0);
      }
      // Kills that meet no purchase prove nothing. A slow machine asks for less between two of them.
      expect(charges).toBeGreaterThan(kills / 2);
      expect(renewals).toBeGreaterThan(kills / 5);
      expect(refunded).toBeGreaterThan(0);
      expect(chargedBack).toBeGreaterThan(0);
      expect(cancelled).toBeGreaterThan(0);
    },
  );

  it('the check finds what is wrong', { timeout: 120_000 }, async () => {
    const harness = await buildHarness();
    const servers = createServers(harness);
    const ask = createAsk(...harness.servers.map(({ port }) => port));
    try {
      await servers.start();
      const seen: Shopping = { asked: 0, answered: 0, broken: 0, refusals: new Map() };
      await shop(harness, ask, seeded(3), () => seen.answered > 12, seen);
      await servers.kill([0, 1]);
      harness.moveOn(31 * 86_400_000);
      await servers.start(harness.aheadMs());
      await settleAll(harness);
      expect(await findLies(harness)).toEqual([]);
      const revoke = (at: Date | null) =>
        Promise.all(
          harness.sites.map((site) =>
            harness.database.tenants.write(site.tenant, (db) => db('entitlements').update({ revoked_at: at })),
          ),
        );
      await revoke(new Date());
      expect((await findLies(harness)).some((lie) => lie.endsWith('and is locked'))).toBe(true);
      await revoke(null);
      const movePeriods = (days: number) =>
        Promise.all(
          harness.sites.map((site) =>
            harness.database.tenants.write(site.tenant, (db) =>
              sql`
                update ${table('subscription_periods')} set ends_at = ends_at + ${days} * interval '1 day'
                where transaction_id is not null`.run(db),
            ),
          ),
        );
      await movePeriods(3);
      expect(await findLies(harness)).toContainEqual(expect.stringContaining('paid twice for'));
      await movePeriods(-3);
      const renewed = (await harness.twin.charges()).find(({ initiator }) => initiator === 'merchant')!;
      const payers = harness.sites.map((site) =>
        harness.database.tenants.read(site.tenant, (db) =>
          db('payment_attempts as a')
            .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
            .where('a.id', renewed.reference)
            .select('i.user_id', 'i.id as intent_id')
            .then((rows) => rows.map((row) => ({ ...row, tenant: site.tenant.id }))),
        ),
      );
      const [payer] = (await Promise.all(payers)).flat();
      harness.promises.cancelled.set(payer!.user_id, 0);
      expect(await findLies(harness)).toContainEqual(expect.stringContaining('after a cancellation'));
      harness.promises.cancelled.delete(payer!.user_id);
      harness.promises.refunds.set(payer!.intent_id, { minor: 500, told: true });
      expect(await findLies(harness)).toContainEqual(expect.stringContaining('staff gave back 500, and 0 went'));
      expect((await findHidden(harness)).lies).toMatchObject([expect.stringContaining('500 promised')]);
      const { tenant: payee } = harness.sites.find(({ tenant }) => tenant.id === payer!.tenant)!;
      await harness.database.tenants.write(payee, (db) =>
        db('payment_reversals').insert({
          id: v7(),
          attempt_id: renewed.reference,
          kind: 'refund',
          state: 'owed',
          amount_minor: 500,
          currency: 'USD',
          reason: 'Asked for',
          created_at: harness.now(),
        }),
      );
      expect(await findHidden(harness)).toEqual({ shown: 1, lies: [] });
      const showsNothing = { ...harness, listOpenItems: async () => new Set<string>() };
      expect((await findHidden(showsNothing)).lies).toContainEqual(expect.stringContaining('owed'));
      harness.promises.refunds.delete(payer!.intent_id);
      for (const { tenant } of harness.sites)
        await harness.database.tenants.write(tenant, (db) => db('user_totals').update({ spent_minor: 1 }));
      expect(await findLies(harness)).toContainEqual(expect.stringContaining('totals say'));
      const token = await harness.twin.token('4242424242424242');
      await fetch(`${harness.twinUrl}/v1/charges`, {
        method: 'POST',
        headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
        body: JSON.stringify({
          reference: 'nobody',
          amount: 100,
          currency: 'USD',
          token,
          recurring: false,
          initiator: 'customer',
          descriptor: 'X',
          settle_within_ms: 1000,
        }),
      });
      expect(await findLies(harness)).toContain('charge nobody is in no ledger');
    } finally {
      ask.close();
      await servers.close();
      await harness.close();
    }
  });
});
