import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from './s3-error.ts';
import { S3Faults, type S3Fault, type S3FaultKind, type S3Operation } from './s3-faults.ts';
import { S3Files } from './s3-files.ts';
import { operationOf, operations, type S3Answer } from './s3-operations.ts';
import { checkSignature, queryOf, type Signer } from './sigv4.ts';

export interface S3TwinOptions {
  readonly port?: number;
  readonly bucket?: string;
  readonly region?: string;
  readonly pageSize?: number;
}

export interface S3Seen {
  readonly operation: S3Operation | 'OPTIONS' | 'unknown';
  readonly key: string;
  readonly status: number;
  readonly code: string | null;
}

export interface S3Twin extends Signer {
  readonly url: string;
  readonly bucket: string;
  readonly files: S3Files;
  /** What was asked and answered; the last is the newest. */
  readonly seen: S3Seen[];
  faults(faults: readonly S3Fault[]): void;
  /** Moves the twin's clock away from the machine's. */
  advance(ms: number): void;
  /** Origins of pages that may read answers; `hidesEtag` as where ExposeHeaders were forgotten. */
  cors(rule: { origins: readonly string[]; hidesEtag?: boolean }): void;
  close(): Promise<void>;
}

/** One bucket that speaks S3 and believes nothing that is not signed. Addresses are `/<bucket>/<key>`. */
export async function startS3Twin({
  port = 0,
  bucket = 'media',
  region = 'eu-test-1',
  pageSize = 1000,
}: S3TwinOptions = {}): Promise<S3Twin> {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  const files = new S3Files(folder);
  const faults = new S3Faults();
  const signer: Signer = {
    accessKeyId: 'AKIATWINTWINTWINTWIN',
    secretAccessKey: 'twin/secret+of+forty+characters/0123456789',
    region,
  };
  const seen: S3Seen[] = [];
  let aheadMs = 0;
  let rule: { origins: readonly string[]; hidesEtag?: boolean } = { origins: [] };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/';
    const { socket } = request;
    const now = new Date(Date.now() + aheadMs);
    response.setHeader('date', now.toUTCString());
    const [, named = '', ...rest] = (target.split('?')[0] ?? '').split('/');
    const key = rest.join('/');
    let operation: S3Seen['operation'] = 'unknown';
    const note = (status: number, code: string | null): void => void seen.push({ operation, key, status, code });
    try {
      setCors(request, response, rule);
      if (request.method === 'OPTIONS') {
        operation = 'OPTIONS';
        const isAllowed = response.hasHeader('access-control-allow-origin');
        note(isAllowed ? 200 : 403, null);
        response.writeHead(isAllowed ? 200 : 403).end();
        return;
      }
      const signed = checkSignature(
        { method: request.method ?? 'GET', target, headers: request.headers as Record<string, string> },
        signer,
        now,
      );
      if (named !== bucket) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
      const query = new Map(queryOf(target));
      operation = operationOf(request.method ?? 'GET', key, query, request.headers);
      const fault = faults.strike(operation);
      await before(fault, request);
      const answer = await operations[operation](files, {
        request,
        bucket,
        key: decodeURIComponent(key),
        query,
        signed,
        now,
        pageSize,
      });
      if (fault === 'lost-answer') throw new LineBroken();
      note(answer.status, null);
      await send(response, answer, fault);
    } catch (error) {
      if (error instanceof LineBroken || (request.destroyed && !request.complete)) {
        note(0, 'line broken');
        socket.destroy();
        return;
      }
      const told = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
      const status = told.message === IN_200 ? 200 : told.status;
      note(status, told.code);
      if (response.headersSent) return void socket.destroy();
      // What is still on its way is not read.
      response.writeHead(status, {
        'content-type': 'application/xml',
        ...(request.complete ? {} : { connection: 'close' }),
        ...told.headers,
      });
      response.end(request.method === 'HEAD' ? undefined : told.xml);
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  // A store keeps idle connections for long; Node's five seconds end one while a busy client sends into it.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    ...signer,
    bucket,
    files,
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: (next) => faults.set(next),
    advance: (ms) => {
      aheadMs += ms;
    },
    cors: (next) => {
      rule = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class LineBroken extends Error {}
const IN_200 = 'We encountered an internal error. Please try again.';

/** What goes wrong before anything is done. */
async function before(fault: S3FaultKind | null, request: IncomingMessage): Promise<void> {
  if (fault === 'slow-down') throw new S3Error('SlowDown', 'Please reduce your request rate.');
  if (fault === 'absent') throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (fault === 'error-in-200') throw new S3Error('InternalError', IN_200);
  if (fault !== 'reset-half' || request.method === 'GET') return;
  const half = Number(request.headers['content-length'] ?? 0) / 2;
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size >= half) break;
  }
  throw new LineBroken();
}

async function send(
  response: ServerResponse,
  { status, headers = {}, body }: S3Answer,
  fault: S3FaultKind | null,
): Promise<void> {
  const type =
    typeof body === 'string' && body.startsWith('<?xml')
      ? { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) }
      : {};
  response.writeHead(status, { ...type, ...headers });
  if (!(body instanceof Readable)) {
    response.end(body);
    return;
  }
  if (fault !== 'reset-half') return pipeline(body, response).catch(() => undefined);
  const half = Math.floor(Number(headers['content-length']) / 2);
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    await new Promise((resolve) => response.write(chunk.subarray(0, half - size), resolve));
    if ((size += chunk.length) >= half) break;
  }
  response.socket?.destroy();
}

function setCors(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, hidesEtag }: { origins: readonly string[]; hidesEtag?: boolean },
): void {
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return;
  response.setHeader('access-control-allow-origin', origins.includes(origin) ? origin : '*');
  response.setHeader('vary', 'Origin');
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
    response.setHeader('access-control-max-age', '3000');
  } else if (!hidesEtag) response.setHeader('access-control-expose-headers', 'ETag');
}
