import { isIP } from 'node:net';
import { OperatorError } from './operator-error.ts';

/** Addresses, networks and the three names that `X-Forwarded-*` may be believed from. */
export function proxiesOf(value: string | undefined): readonly string[] {
  const proxies = (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const kind = isIP(address);
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 6 ? 128 : 32));
    if (!['loopback', 'linklocal', 'uniquelocal'].includes(proxy) && (kind === 0 || !isNetwork))
      throw new OperatorError(
        `TRUSTED_PROXIES must be addresses or networks with commas (127.0.0.1,10.0.0.0/8), not '${proxy}'.`,
      );
  }
  return proxies;
}

/** Without the slash at its end. @throws an OperatorError for what is no address, which may hold a password and is not repeated */
export function addressOf(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new OperatorError(`${name} must be an http or https address such as https://example.com.`);
  return value.replace(/\/$/, '');
}

/** Without a path, as browsers write them. Who listens on the way may not read what is typed there: https alone. */
export function originsOf(value: string | undefined, name: string): readonly string[] {
  const given = (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return given.map((text) => {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
      throw new OperatorError(
        `${name} must be https addresses without a path, with commas (https://cards.example.com), not '${text}'.`,
      );
    return url.origin;
  });
}
