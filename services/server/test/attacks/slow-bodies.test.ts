import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { createWorld, type World } from '../../src/testing/world.ts';
import { listening, openLine, type RawLine } from '../../src/testing/raw-line.ts';

let world: World;
let port = 0;
const logged: Array<Record<string, unknown>> = [];
beforeAll(async () => {
  const log = pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        logged.push(JSON.parse(line));
      },
    },
  );
  world = await createWorld({ log, bodyTimes: { lookEveryMs: 20, slowAfterMs: 100, callMs: 600, rateOverMs: 400 } });
  port = await listening(world);
}, 60_000);
afterAll(() => world.close());

async function begin(
  path: string,
  { bytes = 1_000, type = 'application/json', headers = '', from = '127.0.0.1' } = {},
): Promise<RawLine> {
  const line = await openLine(port, from);
  line.write(
    `POST ${path} HTTP/1.1\r\nHost: api.luna.test\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n${headers}\r\n`,
  );
  return line;
}
const endsAs = async (line: RawLine) => (await line.ended()).slice(0, 12);
const bearer = async () => `Authorization: Bearer ${await world.tokenOf(world.people.luna.model)}\r\n`;

describe('slow bodies', () => {
  it('the body of a call has seconds, not a quarter of an hour', async () => {
    const line = await begin('/api/users/login');
    const drip = setInterval(() => line.write(' '), 50);
    expect(await endsAs(line)).toBe('HTTP/1.1 408');
    clearInterval(drip);
    expect(logged).toContainEqual(
      expect.objectContaining({
        limit: 'slow-body-time',
        route: '/api/users/login',
        address: '127.0.0.1',
        msg: 'a limit was reached',
      }),
    );
  });

  it('who is answered before the body came loses the line all the same', async () => {
    const line = await begin('/api/users/me', { headers: 'Authorization: Bearer nonsense\r\n' });
    expect(await line.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 40\d/);
    await line.ended();
  });

  it('files that are hardly sent any more are cut off; those that come slowly but steadily are not', async () => {
    const type = 'multipart/form-data; boundary=edge';
    const head =
      '--edge\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
    const options = { bytes: 1_000_000, type, headers: await bearer() };
    const [dead, steady] = [
      await begin('/api/upload/upload_file', options),
      await begin('/api/upload/upload_file', options),
    ];
    dead.write(head);
    steady.write(head);
    const drip = setInterval(() => steady.write('x'.repeat(1_000)), 20);
    expect(await endsAs(dead)).toBe('HTTP/1.1 408');
    expect(logged).toContainEqual(
      expect.objectContaining({ limit: 'slow-body-rate', route: '/api/upload/upload_file' }),
    );
    // Longer than any call may take.
    await new Promise((done) => setTimeout(done, 700));
    expect(steady.socket.destroyed).toBe(false);
    clearInterval(drip);
    steady.socket.destroy();
  });

  it('one address holds only so many slow bodies, and another address does not feel it', async () => {
    const lines = await Promise.all(Array.from({ length: 20 }, () => begin('/api/users/login')));
    const other = await begin('/api/users/login', { from: '127.0.0.2' });
    await Promise.race(lines.map((line) => line.ended()));
    const openAt = (): number => lines.filter(({ socket }) => !socket.destroyed).length;
    await expect.poll(openAt, { interval: 10 }).toBeLessThanOrEqual(12);
    expect(other.socket.destroyed).toBe(false);
    const body = '{"email":"a@b.test","password":"x"}';
    other.write(body + ' '.repeat(1_000 - body.length));
    expect(await other.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 40\d/);
    expect(logged).toContainEqual(expect.objectContaining({ limit: 'slow-body-address', address: '127.0.0.1' }));
    for (const line of [...lines, other]) line.socket.destroy();
  });

  it('a body that comes at once is never in the way, however many there are', async () => {
    const lines = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const line = await begin('/api/users/login', { bytes: 2 });
        line.write('{}');
        return line;
      }),
    );
    expect(new Set(await Promise.all(lines.map(async (line) => (await line.until('\r\n\r\n')).slice(0, 12))))).toEqual(
      new Set(['HTTP/1.1 400']),
    );
    for (const line of lines) line.socket.destroy();
  });
});
