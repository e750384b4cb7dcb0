import type { Challenge } from '@backlot/contracts/human-check';
import { solve } from './human.ts';
import type { World } from './world.ts';

let lines = 0;
/** A line to the internet that nobody has called from. */
export const newLine = (): string => `198.${51 + ((lines += 1) >> 16)}.${(lines >> 8) & 255}.${lines & 255}`;

export interface CallerOptions {
  site?: 'luna' | 'mars';
  from?: string;
  cookie?: string;
}
export interface Seen {
  status: number;
  code: string | undefined;
  challenge: Challenge | undefined;
  cookie: string;
  text: string;
  headers: Record<string, unknown>;
  data: { token: string; joinRequired: boolean } | null;
}

export const times = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await work(n));
  return answers;
};

/** People at the login, each call over a line of its own. The world may be opened later than this is called. */
export function callersOf(open: () => World) {
  const post = async (
    path: string,
    body: object,
    { site = 'luna', from = newLine(), cookie }: CallerOptions = {},
  ): Promise<Seen> => {
    const answer = await open().app.inject({
      method: 'POST',
      url: path,
      payload: body,
      remoteAddress: from,
      headers: { host: `${site}.test`, ...(cookie ? { cookie } : {}) },
    });
    const { code, challenge, data } = answer.json() as Seen;
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]!);
    return {
      status: answer.statusCode,
      code,
      challenge,
      cookie: cookies.find((one) => one.startsWith('known-device=')) ?? '',
      text: answer.body,
      headers: answer.headers,
      data,
    };
  };
  const login = (email: string, secret = 'not-the-password', options: CallerOptions = {}, more: object = {}) =>
    post('/api/users/login', { email, password: secret, ...more }, options);
  const forgot = (email: string, options: CallerOptions = {}, more: object = {}) =>
    post('/api/users/forgot_password', { email, ...more }, options);
  /** What the web client does: solves what it is asked, waits as long as it is told to, and sends the call again. */
  const insist = async (call: (more: object) => Promise<Seen>): Promise<Seen> => {
    const first = await call({});
    if (first.challenge === undefined) return first;
    const human_check = solve(first.challenge);
    open().clock.advance(first.challenge.wait_seconds * 1000);
    return call({ human_check });
  };
  return { post, login, forgot, insist };
}
