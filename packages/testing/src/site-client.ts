import { createTwinControl } from '@backlot/payments/twin-control';
import { request, type IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';

/** The parts of answers that pictures and journeys need. */
export interface Envelope {
  readonly data: { _id: string; token: string; quote_id: string; ccbillSubscriptionStatus: string };
  readonly blogs: ReadonlyArray<{
    _id: string;
    visibility: string;
    title: string;
    amount: number | null;
    media: ReadonlyArray<{ url: string | null }>;
  }>;
  readonly totalPages: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asked {
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form with this one file. */
  readonly file?: { readonly field: string; readonly name: string; readonly type: string; readonly bytes: Buffer };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SiteClient {
  /** Any answer, also a refusal. `path` begins with a method and is asked at the API host, or at the page's with `onPage`. */
  ask(route: `${string} ${string}`, asked?: Asked & { readonly onPage?: boolean }): Promise<Answer>;
  /** The envelope of an answer that went well. @throws with the answer's first words */
  call(route: `${string} ${string}`, asked?: Asked): Promise<Envelope>;
  register(email: string, password: string, name: string): Promise<string>;
  login(email: string, password: string): Promise<string>;
  /** Buys a membership with a good card, unless the person is a member. */
  subscribe(token: string, email: string): Promise<void>;
}

const boundary = 'one-file-of-a-form';

const formOf = ({ field, name, type, bytes }: NonNullable<Asked['file']>): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Speaks to a demo site's interface; Node itself does not resolve names under localhost. */
export function openSiteClient(host: string, port: number): SiteClient {
  const ask: SiteClient['ask'] = (route, { token, body, file, headers = {}, onPage = false } = {}) =>
    new Promise((done, failed) => {
      const [method, path] = route.split(' ');
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: {
            host: `${onPage ? '' : 'api.'}${host}:${port}`,
            'idempotency-key': randomUUID(),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(file ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer
            .on('error', failed)
            .on('data', (part: Buffer) => parts.push(part))
            .on('end', () =>
              done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
            );
        },
      );
      sent.on('error', failed);
      sent.end(file ? formOf(file) : body === undefined ? undefined : JSON.stringify(body));
    });
  const call: SiteClient['call'] = async (route, asked) => {
    const { status, body } = await ask(route, asked);
    if (status >= 400) throw new Error(`${route} answered ${status}: ${body.toString().slice(0, 300)}`);
    return JSON.parse(body.toString()) as Envelope;
  };
  return {
    ask,
    call,
    async register(email, password, name) {
      const { data } = await call('POST /api/users/register', { body: { email, password, name } });
      return data.token;
    },
    async login(email, password) {
      const { data } = await call('POST /api/users/login', { body: { email, password, join: true } });
      return data.token;
    },
    async subscribe(token, email) {
      const me = await call('GET /api/users/me', { token });
      if (me.data.ccbillSubscriptionStatus !== '0') return;
      const quote = await call('GET /api/v2/subscription/quote', { token });
      const twin = createTwinControl({
        url: `http://127.0.0.1:${port + 1}`,
        apiKey: process.env['SANDBOX_API_KEY'] ?? 'sandbox-key',
      });
      await call('POST /api/v2/subscription/subscribe', {
        token,
        body: {
          quote_id: quote.data.quote_id,
          consent: true,
          card: {
            token: await twin.token('4242424242424242'),
            email,
            address: '1 Mill Lane',
            country: 'US',
            state: 'OR',
            city: 'Portland',
            pincode: '97201',
            firstName: 'Robin',
            lastName: 'Ash',
          },
        },
      });
    },
  };
}
