import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly body: { code?: string; data?: Record<string, unknown> };
}

export interface Ask {
  /** One request; throws when the connection breaks, as it does when the server dies. */
  (route: string, options: { host: string; token?: string; key?: string; body?: unknown }): Promise<Reply>;
  close(): void;
}

/** Asks the server under any site's name, which fetch would not allow. */
export function createAsk(port: number): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ask = ((route, { host, token, key, body }) =>
    new Promise((resolve, reject) => {
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
            if (body === null) reject(new Error('an answer that is no JSON'));
            else resolve({ status: response.statusCode ?? 0, body });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject);
      sent.end(payload);
    })) as Ask;
  ask.close = () => agent.destroy();
  return ask;
}

function readJson(text: string): Reply['body'] | null {
  try {
    return JSON.parse(text) as Reply['body'];
  } catch {
    return null;
  }
}
