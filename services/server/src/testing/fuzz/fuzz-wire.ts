import { everyCall } from '@backlot/contracts/http/calls';
import { seededRandom, type HostileRandom } from '@backlot/media/testing/hostile-random';
import type { CallDefinition } from '@backlot/contracts';
import { connect, type AddressInfo } from 'node:net';
import type { TestPerson } from '../people.ts';
import type { World } from '../world.ts';
import { hostileForm, hostileFrames, hostileRequest } from './hostile-bytes.ts';
import { asText, mutated, oddText } from './mutate.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  /** Answers by status, and `line` for bytes that were no request. */
  readonly answers: ReadonlyMap<string, number>;
  /** Calls that answered 500 or more, or never, and what was sent: each is a fault of ours. */
  readonly faults: readonly string[];
  /** What nothing handled: each would have ended the process. */
  readonly escaped: readonly string[];
  readonly isAlive: boolean;
}

/** Milliseconds; whoever is not answered by then is not at all. */
const PATIENCE_MS = 30_000;
const NEVER = 'never answered';
const neverAnswered = (): Promise<typeof NEVER> =>
  new Promise((done) => {
    setTimeout(() => done(NEVER), PATIENCE_MS).unref();
  });

/** A few at a time, as in life; fewer than connections to the database wait for. */
const AT_ONCE = 12;

/** Requests after which everybody logs in again: some of them log people out, and who is nobody is refused at the first check. */
const SESSION_REQUESTS = 200;

/** Each takes a tenth of a second of a processor: seldom asked, or nothing else would be. */
const slow = /login|register|reset_password|change_old_password|forgot/;
const formCalls: readonly CallDefinition[] = everyCall.filter(({ path }) => /upload_(?:gallery_)?file/.test(path));

/**
 * Mutated calls, forms, frames and bytes against the whole server, which listens meanwhile. The same seed sends the same
 * in the same order, a few at a time. What would end the process is counted, as are answers of 500.
 */
export async function fuzzWire(world: World, { seed, count, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const answers = new Map<string, number>();
  const faults: string[] = [];
  const escaped: string[] = [];
  const note = (error: unknown): void => {
    escaped.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  // Listened to, so that the process goes on and the report tells of it.
  process.on('uncaughtException', note).on('unhandledRejection', note);
  const port = await listeningPort(world);
  const send = await openSender(world, random);
  const say = (status: number | string, sent: string): void => {
    const key = typeof status === 'number' ? `${Math.floor(status / 100)}xx` : status;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (status === NEVER || (typeof status === 'number' && status >= 500 && status !== 503))
      faults.push(`${status} ${sent}`);
  };
  const next = (): Promise<void> => {
    const kind = random.below(100);
    if (kind < 4) return onLine(port, hostileRequest(random, send.token())).then(() => say('line', 'bytes'));
    if (kind < 8) return onLine(port, hostileFrames(random, port, send.token())).then(() => say('line', 'frames'));
    return (kind < 14 ? send.form() : send.call()).then(({ status, sent }) => say(status, sent));
  };
  const underWay = new Set<Promise<void>>();
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % SESSION_REQUESTS === 0) await send.logIn();
    const one = next().finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
    if ((at + 1) % 1_000 === 0) onProgress?.(at + 1);
  }
  await Promise.all(underWay);
  // What was left behind surfaces in later turns.
  await new Promise((done) => setTimeout(done, 200));
  const alive = await Promise.all(
    ['luna', 'mars'].map((site) =>
      world.app.inject({ url: '/api/app_settings/get', headers: { host: `${site}.test` } }),
    ),
  );
  process.off('uncaughtException', note).off('unhandledRejection', note);
  return { answers, faults, escaped, isAlive: alive.every(({ statusCode }) => statusCode === 200) };
}

async function listeningPort(world: World): Promise<number> {
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
  return (world.app.server.address() as AddressInfo).port;
}

async function openSender(world: World, random: HostileRandom) {
  const people = Object.values(world.people.luna);
  const ids = [...people.map(({ id }) => id), world.people.mars.fan.id, '01900000-0000-7000-8000-000000000001'];
  const begin = ({ id, tenant }: TestPerson): Promise<string> =>
    world.database.tenants.write(
      tenant,
      async (db) =>
        (await world.server.sessions.start(db, tenant, id, { address: '203.0.113.7', userAgent: 'fuzz' })).token,
    );
  const logIn = (): Promise<string[]> => Promise.all([...people, world.people.mars.model].map(begin));
  let tokens = await logIn();
  const whole = (token: string): string =>
    random.below(12) === 0 ? token.slice(0, random.below(token.length)) : token;
  const headers = (): Record<string, string> => ({
    host: random.below(30) === 0 ? oddText(random) : random.pick(['api.luna.test', 'luna.test', 'mars.test']),
    ...(random.below(5) > 0 ? { authorization: `Bearer ${whole(random.pick(tokens))}` } : {}),
    ...(random.below(2) === 0
      ? { 'idempotency-key': random.below(8) === 0 ? oddText(random) : `key-${random.below(1_000_000)}` }
      : {}),
    ...(random.below(8) === 0
      ? {
          [random.pick([
            'accept-language',
            'cookie',
            'x-device-id',
            'range',
            'if-none-match',
            'origin',
            'x-forwarded-for',
            'accept',
            'content-length',
            'accept-encoding',
          ])]: oddText(random),
        }
      : {}),
  });
  const ask = async (
    method: string,
    url: string,
    sent: Record<string, string>,
    payload: Buffer | string | undefined,
  ) => {
    const told = `${method} ${url.slice(0, 200)} ${JSON.stringify(sent).slice(0, 300)} ${String(payload ?? '').slice(0, 400)}`;
    try {
      const answer = world.app.inject({
        method: method as 'GET',
        url,
        headers: sent,
        remoteAddress: '203.0.113.7',
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: await Promise.race([answer.then(({ statusCode }) => statusCode), neverAnswered()]), sent: told };
    } catch (error) {
      // A header or an address that no client can send either.
      return { status: (error as { code?: string }).code ?? 'not sent', sent: '' };
    }
  };
  return {
    logIn: async () => {
      tokens = await logIn();
    },
    token: () => random.pick(tokens),
    form: () => {
      const { type, body } = hostileForm(random);
      const { method, path } = random.pick(formCalls);
      return ask(method, path, { ...headers(), 'content-type': type }, body);
    },
    call: () => {
      let call = random.pick(everyCall);
      while (slow.test(call.path) && random.below(20) > 0) call = random.pick(everyCall);
      const path = call.path.replace(/:\w+/g, () =>
        encodeURIComponent(random.below(3) === 0 ? oddText(random).slice(0, 200).toWellFormed() : random.pick(ids)),
      );
      const query = Object.entries((mutated(random, call.query, ids) ?? {}) as object)
        .map(
          ([key, value]) =>
            `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(asText(value).toWellFormed().slice(0, 500))}`,
        )
        .join('&');
      const body = call.body || random.below(10) === 0 ? JSON.stringify(mutated(random, call.body, ids)) : undefined;
      const broken = body !== undefined && random.below(20) === 0 ? body.slice(0, random.below(body.length + 1)) : body;
      const type = random.below(30) === 0 ? oddText(random) : 'application/json';
      return ask(
        call.method,
        query === '' ? path : `${path}?${query}`,
        { ...headers(), ...(broken === undefined ? {} : { 'content-type': type }) },
        broken,
      );
    },
  };
}

/** Writes bytes to the server and goes away; whatever it answers, it was asked nothing that it had to understand. */
function onLine(port: number, bytes: readonly Buffer[]): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const leave = (): void => {
      socket.destroy();
    };
    const patience = setTimeout(leave, 100);
    socket
      .on('error', () => undefined)
      .on('data', () => undefined)
      .once('close', () => {
        clearTimeout(patience);
        done();
      });
    socket.once('connect', () => {
      for (const part of bytes) socket.write(part);
      // Some go in the middle, as a phone does in a tunnel.
      setTimeout(() => (bytes.length % 2 === 0 ? socket.resetAndDestroy() : socket.end()), 2);
    });
  });
}
