import { withOwner } from '@backlot/database/owner';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { differencesAt } from '../../src/features/payment-pages/check-payment-page.ts';
import { mostReports } from '../../src/features/payment-pages/policy-report-rows.ts';
import { mostAMinute } from '../../src/features/payment-pages/take-reports.ts';
import { tellReportsJob } from '../../src/features/payment-pages/tell-reports.ts';
import { newLine } from '../../src/testing/callers.ts';
import { createWorld, type SiteName, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ renderPage: async () => ({ status: 200, html: '<!doctype html>' }) });
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  for (const site of ['luna', 'mars'] as const)
    await world.database.tenants.write(world.tenants[site], (db) => db('policy_reports').delete());
  world.clock.advance(60_000);
});

const reported = (blocked: string, page = 'http://luna.test/subscribe') => ({
  'csp-report': { 'document-uri': page, 'effective-directive': 'script-src-elem', 'blocked-uri': blocked },
});
const send = (body: unknown, { site = 'luna' as SiteName, from = newLine(), type = 'application/csp-report' } = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/policy-reports',
    headers: { host: `${site}.test`, 'content-type': type },
    remoteAddress: from,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const keptOf = (site: SiteName) =>
  world.database.tenants.read(world.tenants[site], async (db) => db('policy_reports').orderBy('blocked'));
let made = 0;
const elsewhere = () => `https://evil-${(made += 1)}.test/x.js`;
/** What the log is told at a run of the job. */
const tell = async (site: SiteName = 'luna'): Promise<unknown[]> => {
  const told: unknown[] = [];
  const log = { ...world.ctx.log, error: (fields: unknown) => told.push(fields) } as unknown as typeof world.ctx.log;
  await tellReportsJob.run({ ctx: world.ctx, tenant: world.tenants[site], payload: {}, attempt: 1, log });
  return told;
};

describe('what browsers report that a page was kept from', () => {
  it('C18 is asked for by every page, on the site itself', async () => {
    const { headers } = await world.app.inject({ url: '/subscribe', headers: { host: 'luna.test' } });
    expect(headers['content-security-policy']).toContain('report-uri /api/policy-reports');
  });

  it('C18 is kept with its own site, once however often it comes, and alarms whoever runs it', async () => {
    const blocked = elsewhere();
    expect((await send(reported(blocked))).statusCode).toBe(204);
    expect(await keptOf('luna')).toMatchObject([{ directive: 'script-src-elem', blocked, page: '/subscribe' }]);
    expect(await keptOf('mars')).toEqual([]);
    expect(await tell('mars')).toEqual([]);
    expect(await tell()).toMatchObject([
      { alarm: 'policy-report', reports: [{ blocked, page: '/subscribe', times: 1 }] },
    ]);
    expect(await tell()).toEqual([]);
  });

  it('alarms again when it comes again later', async () => {
    const blocked = elsewhere();
    await send(reported(blocked));
    await tell();
    world.clock.advance(60_000);
    // Another page of the site: this process has not just counted it.
    await send(reported(blocked, 'http://luna.test/profile/x'));
    expect(await tell()).toMatchObject([{ reports: [{ blocked, page: '/profile' }] }]);
    expect(await keptOf('luna')).toHaveLength(2);
  });

  it('alarms of the same thing once a day, and never of pictures that a visitor’s own tools add', async () => {
    const blocked = elsewhere();
    await send(reported(blocked));
    await send({ 'csp-report': { ...reported(elsewhere())['csp-report'], 'effective-directive': 'img-src' } });
    expect(await tell()).toMatchObject([{ reports: [{ blocked, times: 1 }] }]);
    for (const [hours, times] of [
      [1, 0],
      [24, 1],
    ] as const) {
      world.clock.advance(hours * 3_600_000);
      await world.database.tenants.write(world.tenants.luna, (db) =>
        db('policy_reports').where({ blocked }).update({ last_at: world.clock.now() }),
      );
      expect(await tell()).toHaveLength(times);
    }
  });

  it('may come in the newer form', async () => {
    const blocked = elsewhere();
    const body = { documentURL: 'https://luna.test/', effectiveDirective: 'frame-src', blockedURL: blocked };
    await send([{ type: 'csp-violation', body }], { type: 'application/reports+json' });
    expect(await keptOf('luna')).toMatchObject([{ directive: 'frame-src', blocked, page: '/' }]);
  });

  it.each(['', '{', 'null', '[]', '[[[1]]]', '{"csp-report":"x"}'])(
    'is answered alike and kept nowhere when it says %o',
    async (body) => {
      expect((await send(body)).statusCode).toBe(204);
      expect(await keptOf('luna')).toEqual([]);
    },
  );

  it('is refused beyond a size that no browser sends', async () => {
    expect((await send(reported('x'.repeat(20_000)))).statusCode).toBe(413);
  });

  it('is bounded for an address, while others are heard', async () => {
    const from = newLine();
    for (let n = 0; n < mostAMinute + 5; n += 1)
      expect((await send(reported(elsewhere()), { from })).statusCode).toBe(204);
    expect(await keptOf('luna')).toHaveLength(mostAMinute);
    await send(reported(elsewhere()));
    expect(await keptOf('luna')).toHaveLength(mostAMinute + 1);
  });

  it('is bounded for a site, where what is known goes on being counted', async () => {
    const blocked = elsewhere();
    const at = world.clock.now();
    await send(reported(blocked));
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('policy_reports').insert(
        Array.from({ length: mostReports - 1 }, (_, n) => ({
          id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
          directive: 'img-src',
          blocked: `made-up-${n}`,
          page: '/',
          first_at: at,
          last_at: at,
        })),
      ),
    );
    await send(reported(elsewhere()));
    expect(await keptOf('luna')).toHaveLength(mostReports);
    for (let run = 0; run < 6; run += 1) await tell();
    await send(reported(elsewhere()));
    expect(await keptOf('luna')).toHaveLength(mostReports / 2 + 1);
  });

  it('is let go on the schema of the version before', async () => {
    const rename = (from: string, to: string) =>
      withOwner(world.databaseUrl, (owner) =>
        owner.query(`alter table tenant_${world.tenants.luna.id}.${from} rename to ${to}`),
      );
    await rename('policy_reports', 'hidden_reports');
    try {
      expect((await send(reported(elsewhere()))).statusCode).toBe(204);
      expect(await tell()).toEqual([]);
    } finally {
      await rename('hidden_reports', 'policy_reports');
    }
  });
});

describe('the page that takes cards, as it comes to a browser', () => {
  const script = 'start()';
  const integrity = `sha256-${createHash('sha256').update(script).digest('base64')}`;
  const inventory = { files: [{ address: '/assets/fan.js', integrity, reason: '' }], inline: [] };
  const policy =
    "default-src 'none'; script-src 'self' 'nonce-n'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
  const serve = async (served: string, more = '', status = 200, landing: string | null = null) => {
    const server = createServer((request, response) => {
      if (request.url === '/assets/fan.js') return response.end(served);
      if (request.url === '/' && landing !== null)
        return response.setHeader('content-security-policy', policy).end(landing);
      if (request.url !== '/membership') return response.writeHead(404).end();
      if (status === 302) return response.writeHead(302, { location: '/assets/fan.js' }).end();
      response.statusCode = status;
      response.setHeader('content-security-policy', policy);
      return response.end(`<script type="module" src="/assets/fan.js" integrity="${integrity}"></script>${more}`);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    try {
      return await differencesAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, inventory, []);
    } finally {
      server.close();
    }
  };

  it('C18 is as it was built', async () => {
    expect(await serve(script)).toEqual([]);
  });

  it('C18 is told from one whose script was changed on the way, or that had one added', async () => {
    expect(await serve(`${script};steal()`)).toEqual([{ problem: 'script-hash', what: '/assets/fan.js' }]);
    expect(await serve(script, '<script>steal()</script>')).toEqual([{ problem: 'script-inline', what: 'script' }]);
  });

  it('C18 is told from a landing that loads later what was not built, or under no hash', async () => {
    const landing = (code: string, map = integrity) =>
      `<script type="importmap" nonce="n">{"integrity":{"/assets/fan.js":"${map}"}}</script>
       <script type="module" src="/assets/fan.js" integrity="${integrity}" data-code="${code}" data-modules=""></script>`;
    expect(await serve(script, '', 200, landing('/assets/fan.js'))).toEqual([]);
    const elsewhere = 'https://elsewhere.test/fan.js';
    expect(await serve(script, '', 200, landing(elsewhere))).toEqual([{ problem: 'script-unknown', what: elsewhere }]);
    expect(await serve(script, '', 200, landing('/assets/fan.js', 'sha256-other'))).toEqual([
      { problem: 'script-hash', what: '/assets/fan.js' },
    ]);
  });

  it('C18 is told from one whose import map names another hash for a script that a payment loads', async () => {
    const map = (hash: string) =>
      `<script type="importmap" nonce="n">{"integrity":{"/assets/fan.js":"${hash}"}}</script>`;
    expect(await serve(script, map(integrity))).toEqual([]);
    expect(await serve(script, map('sha256-other'))).toEqual([{ problem: 'script-hash', what: '/assets/fan.js' }]);
  });

  it('is not judged by what is no page of the site, and nobody is led elsewhere or fills the memory', async () => {
    await expect(serve(script, '', 302)).rejects.toThrow('fetch failed');
    for (const status of [403, 502]) await expect(serve(script, '', status)).rejects.toThrow(`answered ${status}`);
    await expect(serve('x'.repeat(4_100_000))).rejects.toThrow('larger than any file');
  });
});
