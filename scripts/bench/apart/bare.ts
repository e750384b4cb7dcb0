import compress from '@fastify/compress';
import { openBarePool } from '@backlot/database/testing/statements';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { constants } from 'node:zlib';

// A program with one route, which answers what it is given: from memory as it stands, or after one prepared statement and
// compressed as the server compresses.

/** What the route does. */
export interface BareRoute {
  readonly contentType: string;
  /** base64. */
  readonly body: string;
  /** Of `body`, which then goes out as it is; null: it is compressed for whoever asks. */
  readonly encoding: string | null;
  readonly statement: { readonly url: string; readonly text: string; readonly values: readonly unknown[] } | null;
  /** Milliseconds of processor time that each answer takes besides: by them the meter itself is tested. */
  readonly busyMs: number;
}

process.on('disconnect', () => process.exit());
process.once('message', (route: BareRoute) => {
  serve(route).then(
    (port) => process.send?.({ port }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function serve({ contentType, body, encoding, statement, busyMs }: BareRoute): Promise<number> {
  const app = fastify();
  const bytes = Buffer.from(body, 'base64');
  const text = bytes.toString();
  const pool = statement === null ? null : openBarePool(statement.url, 16);
  if (encoding === null)
    await app.register(compress, {
      threshold: 1_024,
      syncThreshold: 65_536,
      encodings: ['br', 'gzip'],
      customTypes: /^text\/|json$|manifest/,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    });
  app.get('/*', async (_request, reply) => {
    if (pool !== null && statement !== null) await pool.query(statement.text, statement.values, 'bare');
    const begun = process.cpuUsage();
    while (busyMs > 0 && spentMs(begun) < busyMs);
    reply.header('content-type', contentType);
    if (encoding === null) return text;
    reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
    return bytes;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

function spentMs(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
