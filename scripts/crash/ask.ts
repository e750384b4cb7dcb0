import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly body: { code?: string; data?: Record<string, unknown> };
}

interface AskOptions {
  readonly host: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
}

export interface Ask {
  /** One request; throws when the connection breaks, as it does when the server dies. */
  (route: string, options: AskOptions): Promise<Reply>;
  /** How many requests the server of each port answered. */
  readonly answered: ReadonlyMap<number, number>;
  close(): void;
}

/**
 * Asks servers under any site's name, which fetch would not allow, each in its turn: who asks again after a broken answer
 * reaches another one.
 */
export function createAsk(...ports: readonly number[]): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answered = new Map(ports.map((port) => [port, 0]));
  let turn = 0;
  const ask = (route: string, { host, token, key, body }: AskOptions): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const port = ports[turn++ % ports.length]!;
      const [method = 'GET', path = '/'] = route.split(' ');
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent,
          timeout: 20_000,
          headers: {
            host,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const body = readJson(Buffer.concat(parts).toString('utf8'));
            if (body === null) return reject(new Error('an answer that is no JSON'));
            answered.set(port, answered.get(port)! + 1);
            resolve({ status: response.statusCode ?? 0, body });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject);
      sent.end(payload);
    });
  return Object.assign(ask, { answered, close: () => agent.destroy() });
}

function readJson(text: string): Reply['body'] | null {
  try {
    return JSON.parse(text) as Reply['body'];
  } catch {
    return null;
  }
}
