import type { CallDefinition, Gate } from '@backlot/contracts';
import { everyCall } from '@backlot/contracts/http/calls';
import { doors } from '@backlot/contracts/http/doors';
import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { isAdminRole } from '@backlot/domain/people/roles';
import { geoipFile } from '@backlot/testing/geoip-file';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveSettings } from '../../src/features/sites/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { fetchMedia } from '../../src/testing/films.ts';
import { makePost, put, smallPhoto } from '../../src/testing/posting.ts';

type Who = 'no session' | 'a dead session' | 'a blocked person' | 'a fan' | 'an admin';
const visitors: readonly Who[] = ['no session', 'a dead session', 'a blocked person', 'a fan', 'an admin'];
const every: readonly Gate[] = ['suspension', 'maintenance', 'area', 'age-gate'];
/** First everything is shut; then one gate after the other is opened, so each refusal is seen before all that follow it. */
const states: ReadonlyArray<readonly Gate[]> = [every, every.slice(1), every.slice(2), every.slice(3), []];
const codeOf = {
  suspension: 'service-stopped',
  maintenance: 'maintenance',
  area: 'blocked-area',
  'age-gate': 'age-confirmation-required',
} as const;
const refusals: ReadonlySet<string> = new Set([
  ...Object.values(codeOf),
  'session-ended',
  'session-required',
  'access-denied',
]);

let folder: string;
let world: World;
let people: Record<Exclude<Who, 'no session'>, TestPerson>;
const inLuna = <R>(work: Parameters<World['database']['tenants']['write']>[1]): Promise<R> =>
  world.database.tenants.write(world.tenants.luna, work) as Promise<R>;
const block = (person: TestPerson, status: 'blocked' | 'active' = 'blocked'): Promise<unknown> =>
  inLuna((db) => db('users').where({ id: person.id }).update({ status }));
const endSessions = (person: TestPerson): Promise<unknown> =>
  inLuna((db) => db('sessions').where({ user_id: person.id }).update({ revoked_at: world.clock.now() }));

async function shut(gates: readonly Gate[]): Promise<void> {
  const settings = {
    maintenance_mode: gates.includes('maintenance'),
    show_age_modal: gates.includes('age-gate'),
    blocked_countries: gates.includes('area') ? ['DE'] : [],
  };
  const status = gates.includes('suspension') ? 'suspended' : 'active';
  await inLuna((db) => saveSettings(db, settings, null, world.clock.now()));
  await world.database.shared.write((db) => db('tenants').where({ id: world.tenants.luna.id }).update({ status }));
  await vi.waitFor(
    async () => {
      expect(await world.ctx.settings.of(world.tenants.luna)).toMatchObject(settings);
      expect(world.server.registry.byId(world.tenants.luna.id)?.status).toBe(status);
    },
    { timeout: 20_000 },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doors-'));
  const places = join(folder, 'places.mmdb');
  await writeFile(places, geoipFile({ '203.0.113.0/24': { country: 'DE' } }));
  world = await createWorld({
    env: { GEOIP_FILE: places },
    renderPage: async (bootstrap) => ({ status: 200, html: JSON.stringify(bootstrap) }),
  });
  people = {
    'a dead session': await world.person('luna', 'gone'),
    'a blocked person': await world.person('luna', 'kept-out'),
    'a fan': world.people.luna.fan,
    'an admin': world.people.luna.admin,
  };
  for (const person of Object.values(people)) await world.tokenOf(person);
  await endSessions(people['a dead session']);
  await block(people['a blocked person']);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const roleOf = (who: Who) => (who === 'an admin' ? 'admin' : 'user');

/** The order as the decision has it, written down once more; null: let in. */
function expectedOf(call: Pick<CallDefinition, 'access' | 'open' | 'from'>, gates: readonly Gate[], who: Who) {
  const isGuest = who === 'no session' || call.from === 'provider';
  const isStaff = !isGuest && isAdminRole(roleOf(who));
  const isShut = (gate: Gate) => gates.includes(gate) && !(call.open ?? []).includes(gate);
  if (who === 'a dead session' && !isGuest) return 'session-ended';
  if (isGuest && call.access.kind !== 'public') return 'session-required';
  if (isShut('suspension')) return 'service-stopped';
  if (isShut('maintenance') && !isStaff) return 'maintenance';
  if (isShut('area') && !isStaff) return 'blocked-area';
  if (isShut('age-gate') && isGuest) return 'age-confirmation-required';
  if (who === 'a blocked person' && !isGuest) return 'session-ended';
  if (call.access.kind === 'roles' && !call.access.roles.includes(roleOf(who))) return 'access-denied';
  return null;
}

const statusOf = {
  'session-ended': 401,
  'session-required': 401,
  'access-denied': 403,
  'age-confirmation-required': 403,
  'blocked-area': 451,
  maintenance: 503,
  'service-stopped': 503,
} as const;
const filled = (path: string): string => path.replace(/:\w+\??/g, '00000000-0000-7000-8000-000000000000');

describe.each(states.map((gates) => [gates.join(', ') || 'nothing', gates] as const))('shut by %s', (_name, gates) => {
  beforeAll(() => shut(gates));

  it.each(visitors)('every call answers %s the first refusal in the order, and no other', async (who) => {
    const [seen, wanted]: [unknown[], unknown[]] = [[], []];
    for (const call of everyCall) {
      const code = expectedOf(call, gates, who);
      // Logging out would end the session that the next rows use.
      if (call.path === '/api/users/logout' && code === null) continue;
      const { status, body } = await world.call(`${call.method} ${filled(call.path)}`, {
        on: 'luna',
        ...(who === 'no session' ? {} : { as: people[who] }),
        ...(call.method === 'GET' ? {} : { body: {} }),
      });
      const isOwn = code === null && (call.errors as readonly string[]).includes(body.code);
      wanted.push([call.method, call.path, code, code && statusOf[code]]);
      seen.push([call.method, call.path, ...(refusals.has(body.code) && !isOwn ? [body.code, status] : [null, null])]);
    }
    expect(seen).toEqual(wanted);
  });

  it('a page carries content only where nothing is shut, and says what is', async () => {
    for (const who of visitors) {
      const page = await fetchMedia(world, '/home', who === 'no session' ? {} : { as: people[who] });
      const shown = JSON.parse(page.body.toString().replace(/<!--.*/, '')) as Bootstrap;
      // A cookie that is over is no session, for a blocked person too.
      const isStaff = who === 'an admin';
      const isGuest = !isStaff && who !== 'a fan';
      expect({ who, ...shown.site, queries: shown.queries.length > 0 }).toMatchObject({
        who,
        status: gates.includes('suspension')
          ? 'stopped'
          : gates.includes('maintenance') && !isStaff
            ? 'maintenance'
            : 'active',
        isAreaBlocked: gates.includes('area') && !isStaff,
        ageGate: gates.includes('age-gate') && isGuest,
        queries: isStaff ? !gates.includes('suspension') : gates.length === 0 || (gates.length === 1 && !isGuest),
      });
    }
  });

  it('the socket is closed with the first refusal', async () => {
    await world.app.ready();
    const closing = {
      'session-ended': 'authentication',
      'session-required': 'authentication',
      'service-stopped': 'stopped',
      'blocked-area': 'area',
    } as const;
    for (const who of visitors) {
      const code = expectedOf(doors.socket, gates, who) as keyof typeof closing | null;
      const line = await listen(who === 'no session' ? '' : await world.tokenOf(people[who]));
      expect({ who, answer: await line.first }).toEqual({
        who,
        answer: code === null ? 'READY' : closing[code] === 'authentication' ? 'AUTH_FAILED' : `1008 ${closing[code]}`,
      });
      line.close();
    }
  });
});

describe('bytes', () => {
  it('of pictures keep to every gate, whoever holds the signed address', async () => {
    await shut([]);
    const post = await makePost(world, world.people.luna.model, { visibility: 'public' });
    const view = (await world.call('GET /api/blog/get-blog-data-by-id', { on: 'luna', query: { id: post._id } })).body;
    const { url, blur_url: blur } = view.data.media[0] as { url: string; blur_url: string };
    for (const gates of states) {
      await shut(gates);
      const answers: unknown[] = [];
      for (const who of visitors)
        for (const path of [url, blur]) {
          const { statusCode } = await fetchMedia(world, path, who === 'no session' ? {} : { as: people[who] });
          answers.push([who, statusCode]);
        }
      const wanted = visitors.flatMap((who) => {
        // A dead cookie sees what guests may see.
        const seenAs = who === 'a dead session' || who === 'a blocked person' ? 'no session' : who;
        const code = expectedOf({ access: { kind: 'public' } }, gates, seenAs);
        const status = code === null ? 200 : statusOf[code];
        return [
          [who, status],
          [who, status],
        ];
      });
      expect({ gates, answers }).toEqual({ gates, answers: wanted });
    }
  });

  it('of what is not theirs are not there, also where nothing is shut', async () => {
    await shut([]);
    const post = await makePost(world, world.people.luna.model);
    const view = (
      await world.call('GET /api/blog/get-blog-data-by-id', { as: people['an admin'], query: { id: post._id } })
    ).body.data;
    expect((await fetchMedia(world, view.media[0].url, { as: people['an admin'] })).statusCode).toBe(200);
    expect((await fetchMedia(world, view.media[0].url, { as: people['a fan'] })).statusCode).toBe(404);
    expect((await fetchMedia(world, view.media[0].url)).statusCode).toBe(404);
  });

  it('on their way in are taken behind every gate but a stopped site: who sends them was let in before', async () => {
    await shut([]);
    const bytes = await smallPhoto();
    const announced = await world.call('POST /api/upload/generate_presigned_url', {
      as: world.people.luna.model,
      body: { file_name: 'photo.png', content_type: 'image/png', media_type: 'photo', size: bytes.length },
    });
    const url: string = announced.body.data.presigned_url;
    await shut(every);
    expect(await put(world, url, bytes)).toMatchObject({ status: 503, body: { code: 'service-stopped' } });
    expect(await put(world, url.replace(/\/([^/]+)$/, '/1/$1'), bytes)).toMatchObject({
      status: 503,
      body: { code: 'service-stopped' },
    });
    await shut(every.slice(1));
    expect((await put(world, url, bytes)).status).toBe(200);
  });
});

describe('a socket that is open', () => {
  it.each([
    ['whose session is ended', endSessions],
    ['whose person is blocked', block],
  ])('%s is closed', async (name, end) => {
    await shut([]);
    const person = await world.person('luna', name.replaceAll(' ', '-'));
    const line = await listen(await world.tokenOf(person));
    expect(await line.first).toBe('READY');
    await end(person);
    expect(await line.closed).toBe('1008 session');
  });
});

it('what is open to whom is this list, and nothing beside it', () => {
  const opened = [...everyCall, ...Object.values(doors)].flatMap((one) => {
    const {
      method,
      path,
      access,
      open = [],
    } = one as Pick<CallDefinition, 'method' | 'path' | 'open'> & { access: { kind: string } };
    return open.length > 0 && access.kind !== 'platform' ? [`${method} ${path}: ${open.join(', ')}`] : [];
  });
  expect(opened.toSorted()).toMatchInlineSnapshot(`
    [
      "GET /api/app_settings/get: maintenance, age-gate",
      "GET /api/app_settings/version: maintenance, age-gate",
      "GET /api/get_all_theme_3_settings: maintenance, age-gate",
      "GET /api/pages/get_html: maintenance, age-gate",
      "GET /api/users/get_all_countries: age-gate",
      "GET /api/users/me: maintenance, area",
      "GET /api/v2/subscription/quote: age-gate",
      "GET /api/v2/subscription/withdrawal: maintenance, area",
      "GET /api/webhooks/:provider/:account: suspension, maintenance, area, age-gate",
      "GET /assets/*: suspension, maintenance, area, age-gate",
      "GET /favicon.ico: suspension, maintenance, area, age-gate",
      "GET /manifest.webmanifest: suspension, maintenance, area, age-gate",
      "GET /media/*: suspension, maintenance, area, age-gate",
      "GET /media/public/:random/:name: suspension, maintenance, age-gate",
      "GET /robots.txt: suspension, maintenance, area, age-gate",
      "GET /ws: maintenance",
      "POST /api/age-modal/confirm: maintenance, area, age-gate",
      "POST /api/cancel-subscription: maintenance, area",
      "POST /api/charges/explain: maintenance, age-gate",
      "POST /api/crypto/webhook/:door: suspension, maintenance, area, age-gate",
      "POST /api/get_all_theme_3_settings: maintenance, age-gate",
      "POST /api/invitations/accept: maintenance, age-gate",
      "POST /api/invitations/check: maintenance, age-gate",
      "POST /api/like-the-website: age-gate",
      "POST /api/policy-reports: suspension, maintenance, area, age-gate",
      "POST /api/users/cancel_complimentary_subscription: maintenance, area",
      "POST /api/users/check_token/:token: maintenance, area, age-gate",
      "POST /api/users/forgot_password: maintenance, area, age-gate",
      "POST /api/users/get_cities_of_state: age-gate",
      "POST /api/users/get_states_of_country: age-gate",
      "POST /api/users/login: maintenance, area, age-gate",
      "POST /api/users/logout: maintenance, area",
      "POST /api/users/register: age-gate",
      "POST /api/users/reset_password: maintenance, area, age-gate",
      "POST /api/v2/subscription/undo-cancel: maintenance, area",
      "POST /api/v2/subscription/withdraw: maintenance, area",
      "POST /api/verify-recaptcha: age-gate",
      "POST /api/webhooks/:provider/:account: suspension, maintenance, area, age-gate",
      "PUT /api/upload/:id/:part/:ticket: maintenance, area, age-gate",
      "PUT /api/upload/:id/:ticket: maintenance, area, age-gate",
    ]
  `);
});

async function listen(token: string) {
  const socket = await world.app.injectWS('/ws', {
    headers: { host: 'luna.test', origin: 'http://luna.test:8000' },
    socket: { remoteAddress: '203.0.113.7' },
  } as never);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`));
  });
  const message = new Promise<string>((resolve) => {
    socket.on('message', (raw: Buffer) => resolve((JSON.parse(raw.toString()) as { event: string }).event));
  });
  socket.send(JSON.stringify({ event: 'AUTH', data: { token } }));
  return { closed, first: Promise.race([message, closed]), close: () => socket.terminate() };
}
