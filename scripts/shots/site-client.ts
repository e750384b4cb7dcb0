import { createTwinControl } from '@backlot/payments/twin-control';
import { request } from 'node:http';
import { randomUUID } from 'node:crypto';

/** The parts of answers that the pictures need. */
interface Envelope {
  readonly data: { token: string; quote_id: string; ccbillSubscriptionStatus: string };
  readonly blogs: ReadonlyArray<{ _id: string; visibility: string }>;
}

export interface SiteClient {
  call(route: `${string} ${string}`, options?: { token?: string; body?: unknown }): Promise<Envelope>;
  login(email: string, password: string): Promise<string>;
  /** Buys a membership with a good card, unless the person is a member. */
  subscribe(token: string, email: string): Promise<void>;
}

/** Speaks to a demo site's interface; Node itself does not resolve names under localhost. */
export function openSiteClient(host: string, port: number): SiteClient {
  const call: SiteClient['call'] = (route, { token, body } = {}) => new Promise((done, failed) => {
    const [method, path] = route.split(' ');
    const sent = request({
      host: '127.0.0.1', port, method, path,
      headers: {
        host: `api.${host}:${port}`, 'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => { text += part; }).on('end', () => {
        if ((answer.statusCode ?? 500) >= 400) failed(new Error(`${route} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
        else done(JSON.parse(text) as Envelope);
      });
    });
    sent.on('error', failed);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return {
    call,
    async login(email, password) {
      const { data } = await call('POST /api/users/login', { body: { email, password, join: true } });
      return data.token;
    },
    async subscribe(token, email) {
      const me = await call('GET /api/users/me', { token });
      if (me.data.ccbillSubscriptionStatus !== '0') return;
      const quote = await call('GET /api/v2/subscription/quote', { token });
      const twin = createTwinControl({ url: `http://127.0.0.1:${port + 1}`, apiKey: process.env['SANDBOX_API_KEY'] ?? 'sandbox-key' });
      await call('POST /api/v2/subscription/subscribe', { token, body: {
        quote_id: quote.data.quote_id, consent: true,
        card: { token: await twin.token('4242424242424242'), email, address: '1 Mill Lane', country: 'US', state: 'OR', city: 'Portland', pincode: '97201', firstName: 'Robin', lastName: 'Ash' },
      } });
    },
  };
}
