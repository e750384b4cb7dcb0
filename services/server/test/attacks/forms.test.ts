import fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../src/features/media/receive/read-form.ts';
import { watchEscapes } from '../../src/testing/escapes.ts';
import { openListeningWorld } from '../../src/testing/listening-world.ts';
import { openLine } from '../../src/testing/raw-line.ts';

const opened = openListeningWorld();

const boundary = 'edge';
const type = `multipart/form-data; boundary=${boundary}`;
const form = (payload: Buffer | string, path = 'upload_file') => sendForm(payload, { path });
async function sendForm(payload: Buffer | string, { path = 'upload_file', contentType = type } = {}) {
  const answer = await opened.world.app.inject({
    method: 'POST',
    url: `/api/upload/${path}`,
    payload,
    remoteAddress: '203.0.113.7',
    headers: {
      host: 'api.luna.test',
      'content-type': contentType,
      authorization: `Bearer ${await opened.world.tokenOf(opened.world.people.luna.content_manager)}`,
    },
  });
  return { status: answer.statusCode, code: (answer.json() as { code?: string }).code };
}
const file = (name: string, bytes: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n${bytes}\r\n`;

describe('forms that attack', () => {
  it('52 bare boundaries end no process', async () => {
    const watch = watchEscapes();
    const attack = `--${boundary}\r\n`.repeat(52);
    expect(await form(attack)).toEqual({ status: 400, code: 'invalid-request' });
    expect(await form(attack, 'upload_gallery_file')).toEqual({ status: 400, code: 'invalid-request' });
    expect(await form(`${attack}--${boundary}--\r\n`)).toEqual({ status: 400, code: 'invalid-request' });
    // What a form of 312 bytes left behind would surface in a later turn.
    await new Promise((done) => setTimeout(done, 50));
    watch.stop();
    expect(watch.escaped).toEqual([]);
    expect((await opened.world.call('GET /api/app_settings/get')).status).toBe(200);
  });

  it.each([
    ['nothing', '', 'invalid-request'],
    ['no boundary', 'x'.repeat(40_000), 'invalid-request'],
    ['an end alone', `--${boundary}--\r\n`, 'media-required'],
    ['parts without a header', `--${boundary}\r\n\r\nx\r\n`.repeat(3) + `--${boundary}--\r\n`, 'media-required'],
    ['too many parts', `--${boundary}\r\n\r\nx\r\n`.repeat(60) + `--${boundary}--\r\n`, 'invalid-request'],
    ['a header without an end', `--${boundary}\r\n${'a: b\r\n'.repeat(20_000)}`, 'invalid-request'],
    [
      'a field as large as a file',
      `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(30_000)}\r\n--${boundary}--`,
      'invalid-request',
    ],
    ['a file that is cut off', file('a.png', 'x').slice(0, -4), 'invalid-request'],
    ['a boundary that goes on', `--${boundary}s\r\n\r\n`, 'invalid-request'],
  ])('%s is answered with a code', async (_name, payload, code) => {
    const watch = watchEscapes();
    expect(await form(payload)).toEqual({ status: 400, code });
    watch.stop();
    expect(watch.escaped).toEqual([]);
  });

  it('types without a boundary, or with an odd one, are answered with a code', async () => {
    expect(await sendForm('x', { contentType: 'multipart/form-data' })).toEqual({
      status: 415,
      code: 'content-type-refused',
    });
    expect(await sendForm('x', { contentType: 'multipart/form-data; boundary=' })).toEqual({
      status: 400,
      code: 'invalid-request',
    });
    expect(await sendForm('x', { contentType: `multipart/form-data; boundary=${'b'.repeat(5_000)}` })).toEqual({
      status: 400,
      code: 'invalid-request',
    });
    expect(await sendForm('x', { contentType: 'multipart/mixed; boundary=a' })).toEqual({
      status: 415,
      code: 'content-type-refused',
    });
  });

  it('a line that breaks in the middle of a file ends nothing but itself', async () => {
    const watch = watchEscapes();
    const head = `POST /api/upload/upload_file HTTP/1.1\r\nhost: api.luna.test\r\nauthorization: Bearer ${await opened.world.tokenOf(opened.world.people.luna.model)}\r\ncontent-type: ${type}\r\ncontent-length: 9999\r\n\r\n`;
    for (const sent of ['', `--${boundary}\r\n`, file('a.png', 'half').slice(0, -4), file('a.png', 'whole')]) {
      const line = await openLine(opened.port);
      line.write(head + sent);
      await new Promise((done) => setTimeout(done, 30));
      line.socket.resetAndDestroy();
    }
    await expect
      .poll(
        () =>
          new Promise<number>((done) => {
            opened.world.app.server.getConnections((_error, count) => done(count));
          }),
      )
      .toBe(0);
    watch.stop();
    expect(watch.escaped).toEqual([]);
  });

  it('however a form is cut into pieces on its way, the same files come out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.stringMatching(/^[\w. -]{1,20}$/), bytes: fc.uint8Array({ maxLength: 300 }) }), {
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
        async (files, steps) => {
          const whole = Buffer.concat([
            ...files.flatMap(({ name, bytes }) => [
              Buffer.from(file(name, '').slice(0, -2)),
              Buffer.from(bytes),
              Buffer.from('\r\n'),
            ]),
            Buffer.from(`--${boundary}--`),
          ]);
          const pieces: Buffer[] = [];
          for (let at = 0, turn = 0; at < whole.length; turn += 1)
            pieces.push(whole.subarray(at, (at += steps[turn % steps.length]!)));
          const got: Array<{ name: string; bytes: Buffer }> = [];
          for await (const one of readForm(Readable.from(pieces), type, { maxFiles: 10, maxParts: 10 }))
            got.push({ name: one.name, bytes: await buffer(one.bytes) });
          expect(got).toEqual(files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a file that nobody reads to its end is skipped, and the next one is whole', async () => {
    const body = Readable.from([
      Buffer.from(file('1.png', 'a'.repeat(200_000)) + file('2.png', 'second') + `--${boundary}--`),
    ]);
    const names: string[] = [];
    for await (const { name, bytes } of readForm(body, type, { maxFiles: 2, maxParts: 2 })) {
      names.push(name);
      if (name === '2.png') expect((await buffer(bytes)).toString()).toBe('second');
    }
    expect(names).toEqual(['1.png', '2.png']);
  });
});
