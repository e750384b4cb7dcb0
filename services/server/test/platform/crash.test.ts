import { describe, expect, it } from 'vitest';
import { createAsk } from '../../../../scripts/crash/ask.ts';
import { findLies } from '../../../../scripts/crash/find-lies.ts';
import { seeded } from '../../../../scripts/crash/random.ts';
import { runCrash } from '../../../../scripts/crash/run-crash.ts';
import { shop, type Shopping } from '../../../../scripts/crash/shop.ts';
import { buildHarness } from '../../../../scripts/crash/harness.ts';
import { createVictim } from '../../../../scripts/crash/victim.ts';

const kills = Number(process.env['CRASH_KILLS'] ?? 50);

describe('a server that is killed during checkouts', () => {
  it(
    `after ${kills} kills every charge is in the ledger once, the books balance, and access is what was paid`,
    { timeout: 900_000 },
    async () => {
      const { charges, lies } = await runCrash({ kills, seed: 20260310 });
      expect(lies).toEqual([]);
      // Kills that meet no purchase prove nothing. A slow machine asks for less between two of them.
      expect(charges).toBeGreaterThan(kills / 2);
    },
  );

  it('the check finds what is wrong', { timeout: 120_000 }, async () => {
    const harness = await buildHarness();
    const victim = createVictim(harness.env, harness.program);
    const ask = createAsk(harness.port);
    try {
      await victim.start();
      const seen: Shopping = { asked: 0, answered: 0, broken: 0, refusals: new Map() };
      await shop(harness, ask, seeded(3), () => seen.answered > 12, seen);
      expect(await findLies(harness)).toEqual([]);
      const { tenant } = harness.sites.find(({ host }) => host === 'api.luna.test')!;
      const revoke = (at: Date | null) =>
        Promise.all(
          harness.sites.map((site) =>
            harness.database.tenants.write(site.tenant, (db) => db('entitlements').update({ revoked_at: at })),
          ),
        );
      await revoke(new Date());
      expect((await findLies(harness)).some((lie) => lie.endsWith('and is locked'))).toBe(true);
      await revoke(null);
      await harness.database.tenants.write(tenant, (db) => db('user_totals').update({ spent_minor: 1 }));
      expect(await findLies(harness)).toContainEqual(expect.stringContaining('totals say'));
      const token = await harness.twin.token('4242424242424242');
      await fetch(`${harness.env['SANDBOX_URL']}/v1/charges`, {
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
      await victim.close();
      await harness.close();
    }
  });
});
