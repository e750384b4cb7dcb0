import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Question {
  readonly port: number;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Of a session: as a header for calls, as a cookie on a page's host. */
  readonly token: string | null;
  readonly isOnPage: boolean;
  readonly body: unknown;
  /** Null: as it is. */
  readonly encoding: 'br' | 'gzip' | null;
  /** Milliseconds after which the client goes away without its answer; null: it stays. */
  readonly abortsAfterMs: number | null;
}

/** `text`: headers and body, unpacked. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: string;
}

/** The client went away, which says nothing of the server. */
export const aborted = Symbol('aborted');

export interface Asking {
  /** Throws where the connection breaks. */
  ask(question: Question): Promise<Reply | typeof aborted>;
  close(): void;
}

/** No answer is waited for longer; a server that takes as long answers nobody. */
const patienceMs = 20_000;

export function openAsking(): Asking {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const { port, method, path, abortsAfterMs } = question;
        const payload = question.body === undefined ? undefined : JSON.stringify(question.body);
        let isAborted = false;
        const sent = request(
          { host: '127.0.0.1', port, method, path, agent, headers: headersOf(question, payload), timeout: patienceMs },
          (response) => {
            replyOf(response).then(
              (reply) => resolve(isAborted ? aborted : reply),
              (error: unknown) => (isAborted ? resolve(aborted) : reject(error)),
            );
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs} ms`)));
        sent.on('error', (error) => (isAborted ? resolve(aborted) : reject(error)));
        if (abortsAfterMs !== null)
          setTimeout(() => {
            isAborted = true;
            sent.destroy();
            resolve(aborted);
          }, abortsAfterMs);
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

const headersOf = ({ host, token, isOnPage, encoding }: Question, payload: string | undefined) => ({
  host,
  ...(token === null ? {} : isOnPage ? { cookie: `session=${token}` } : { authorization: `Bearer ${token}` }),
  ...(encoding === null ? {} : { 'accept-encoding': encoding }),
  ...(payload === undefined
    ? {}
    : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
});

const unpackers = { br: brotliDecompressSync, gzip: gunzipSync } as const;

async function replyOf(response: IncomingMessage): Promise<Reply> {
  const bytes = await buffer(response);
  const unpack = unpackers[response.headers['content-encoding'] as keyof typeof unpackers];
  const body = (unpack?.(bytes) ?? bytes).toString('utf8');
  return { status: response.statusCode ?? 0, body, text: `${response.rawHeaders.join('\n')}\n${body}` };
}
