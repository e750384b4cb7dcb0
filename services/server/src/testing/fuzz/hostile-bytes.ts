import type { HostileRandom } from '@backlot/media/testing/hostile-random';
import { oddText } from './mutate.ts';

const edge = 'edge';

/** A form that is nearly one: parts without a header, without an end, cut off, doubled, or with another boundary than it says. */
export function hostileForm(random: HostileRandom): { type: string; body: Buffer } {
  const parts = Array.from({ length: random.below(random.below(10) === 0 ? 120 : 5) }, () => hostilePart(random));
  const whole = Buffer.concat([
    ...parts,
    Buffer.from(random.pick([`--${edge}--\r\n`, `--${edge}--`, `--${edge}`, '', `\r\n--${edge}--\r\n`])),
  ]);
  const body = random.below(4) === 0 ? whole.subarray(0, random.below(whole.length + 1)) : whole;
  const type = random.pick([
    `multipart/form-data; boundary=${edge}`,
    `multipart/form-data; boundary="${edge}"`,
    `multipart/form-data; boundary=${edge}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/mixed; boundary=${edge}`,
  ]);
  return { type, body };
}

function hostilePart(random: HostileRandom): Buffer {
  const header = random.pick([
    'content-disposition: form-data; name="f"; filename="a.png"\r\ncontent-type: image/png\r\n',
    'content-disposition: form-data; name="a"\r\n',
    'content-disposition: form-data; filename*=UTF-8\'\'%E0%A4%A; name="f"\r\n',
    'content-disposition: attachment; filename="x"\r\n',
    'content-disposition: form-data; name="f"; filename="../../../etc/passwd\0.png"\r\n',
    'content-type: application/octet-stream\r\n',
    '',
    ': \r\n',
    `${'x'.repeat(random.below(20_000))}\r\n`,
    'content-disposition: form-data; name="f"; filename="film.mp4"\r\ncontent-type: video/mp4\r\n',
  ]);
  const bytes = random.pick([
    Buffer.alloc(0),
    random.bytes(random.below(200)),
    Buffer.from('\x89PNG\r\n\x1a\n'),
    Buffer.from(`\r\n--${edge}`),
    Buffer.alloc(random.below(70_000), 'x'),
    Buffer.from('\r\n'),
  ]);
  return random.below(4) === 0
    ? Buffer.from(`--${edge}\r\n`)
    : Buffer.concat([Buffer.from(`--${edge}\r\n${header}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** What calls itself HTTP. */
export function hostileRequest(random: HostileRandom, token: string): Buffer[] {
  const method = random.pick([
    'GET',
    'POST',
    'PUT',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PATCH',
    'get',
    '\0',
    'PRI',
  ]);
  const target = random.pick([
    '/',
    '/api/users/me',
    '/api/blogs',
    '*',
    'http://mars.test/',
    '//',
    '/%',
    '/%00',
    '/..%2f..%2f',
    '/media/public/x/y',
    '/api/upload/upload_file',
    `/${'a'.repeat(9_000)}`,
    '/api/users/me?%',
    '/assets/../../package.json',
    '/ws',
    oddText(random),
  ]);
  const headers = [
    random.pick(['Host: luna.test', 'Host: luna.test\r\nHost: mars.test', 'Host:', 'Host: \x01', '']),
    random.pick([
      `Authorization: Bearer ${token}`,
      'Authorization: Basic x',
      `Cookie: session=${token}; session=x; =; ${'a=b; '.repeat(200)}`,
      '',
    ]),
    random.pick([
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 99999999999999999999',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 5',
      'Transfer-Encoding: gzip',
      'Expect: 100-continue\r\nContent-Length: 10',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
      '',
    ]),
    random.pick([
      'Content-Type: application/json',
      `Content-Type: multipart/form-data; boundary=${edge}`,
      `Range: bytes=${oddText(random).slice(0, 50)}`,
      `X-Y: ${'z'.repeat(random.below(20_000))}`,
      '',
    ]),
  ].filter((header) => header !== '');
  const body = random.pick([
    '',
    '{"a"',
    'ffffffffffffffff\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    `--${edge}\r\n`,
    '{}'.repeat(50),
    random.bytes(30).toString('latin1'),
  ]);
  const text = Buffer.from(
    `${method} ${target} HTTP/${random.pick(['1.1', '1.1', '1.0', '2.0', '9'])}\r\n${headers.join('\r\n')}\r\n\r\n${body}`,
    'latin1',
  );
  return random.below(4) === 0
    ? [text.subarray(0, random.below(text.length))]
    : [text.subarray(0, text.length >> 1), text.subarray(text.length >> 1)];
}

/** A socket's opening, and what calls itself its frames. */
export function hostileFrames(random: HostileRandom, port: number, token: string): Buffer[] {
  const opening = Buffer.from(
    `GET /ws HTTP/1.1\r\nHost: luna.test:${port}\r\nOrigin: http://luna.test:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ${random.pick(['13', '13', '13', '8', 'x'])}\r\nSec-WebSocket-Key: ${random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', 'x'])}\r\n\r\n`,
  );
  const auth = JSON.stringify({ event: 'AUTH', data: { token, lastId: random.pick([0, -1, null, 1e308, 'x']) } });
  const texts = [
    auth,
    '{"event":"PING"}',
    '{"event":"AUTH","data":[]}',
    '{"event":5}',
    '[]',
    'null',
    '{"event":"AUTH","data":{"token":{}}}',
    '"\ud800"',
    '{"__proto__":{"event":"PING"}}',
    '['.repeat(5_000),
    oddText(random),
  ];
  return [opening, ...Array.from({ length: random.below(6) }, () => frameOf(random, Buffer.from(random.pick(texts))))];
}

function frameOf(random: HostileRandom, payload: Buffer): Buffer {
  if (random.below(8) === 0) return random.bytes(random.below(60));
  const first = random.pick([0x81, 0x81, 0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8a, 0xf1, 0x83, 0x8f]);
  const mask = random.bytes(4);
  const body = Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]!));
  const length = random.below(15) === 0 ? 2 ** 31 : payload.length;
  const head =
    length < 126
      ? [first, 0x80 | length]
      : length < 65_536
        ? [first, 0xfe, length >> 8, length & 255]
        : [first, 0xff, 0, 0, 0, 0, (length >>> 24) & 255, (length >>> 16) & 255, (length >>> 8) & 255, length & 255];
  const isMasked = random.below(10) > 0;
  return Buffer.concat([
    Buffer.from(isMasked ? head : [head[0]!, head[1]! & 0x7f, ...head.slice(2)]),
    ...(isMasked ? [mask] : []),
    body,
  ]);
}
