import { emailError } from '@backlot/domain/people/email';
import type { S3Options } from '@backlot/media/storage/s3-options';
import { resolve } from 'node:path';
import { addressOf, originsOf, proxiesOf } from './process/addresses-of-env.ts';
import { OperatorError } from './process/operator-error.ts';

/** What the deployment decides; everything a site decides is a setting. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  /** Where the page for whoever runs the deployment listens, on 127.0.0.1 alone; null: it is the platform host's own page. */
  readonly operationsPort: number | null;
  readonly bindAddress: string;
  readonly dataDir: string;
  /** Media in an S3 bucket; null: in `dataDir`. */
  readonly s3: S3Options | null;
  readonly platformHost: string;
  /** Addresses of proxies whose `X-Forwarded-*` count. Empty: nobody's. */
  readonly trustedProxies: readonly string[];
  /** Port that browsers see; differs from `port` behind a proxy. */
  readonly publicPort: number;
  readonly publicScheme: 'http' | 'https';
  /** What connects several processes; null: the database does. */
  readonly redisUrl: string | null;
  readonly sessionHours: number;
  readonly throttle: boolean;
  readonly sandbox: {
    readonly url: string;
    readonly apiKey: string;
    readonly webhookSecret: string;
    /** Milliseconds that a call may take, and that the sandbox may still settle a charge in afterwards. */
    readonly timeLimitMs: number;
    readonly graceMs: number;
  } | null;
  /** Where payment providers reach this deployment, when that is not each site's own API address. */
  readonly webhookBase: string | null;
  /** reCAPTCHA, or a service that speaks as it does: `/api.js` for browsers, `/api/siteverify` for us. */
  readonly recaptchaUrl: string;
  /** Where cards may be typed into a page that a site names. */
  readonly cardFieldOrigins: readonly string[];
  /** Null: mail is kept in `dataDir` and reaches nobody. */
  readonly smtpUrl: string | null;
  /** The address that all sites' mail comes from; null: `no-reply` at each site's own host. */
  readonly mailFrom: string | null;
  /** MaxMind database that tells visitors' places; null: sites cannot block by country or region. */
  readonly geoipFile: string | null;
  readonly runJobs: boolean;
  /** Schemas that are made ahead for sites to come. */
  readonly spareSites: number;
  /** Where the sites are declared, a folder each. */
  readonly tenantsDir: string;
  /** Folders of `tenantsDir` that a start brings up to date; null is all. */
  readonly declaredSites: readonly string[] | null;
  readonly logLevel: string;
}

/** Where sites are declared unless `TENANTS_DIR` says otherwise; may be gone. */
export const ownTenantsDir = resolve(import.meta.dirname, '../../../tenants');

type Env = Readonly<Record<string, string | undefined>>;

/** Whether a mail can reach anybody. Outside production the mailbox in the browser is where it is read. */
export const sendsMail = ({ production, smtpUrl }: Config): boolean => !production || smtpUrl !== null;

/** Reads the environment; throws an OperatorError that says which variable is wrong. */
export function configFrom(given: Env): Config {
  // A compose file passes on as empty what nobody set.
  const env: Env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const production = env['NODE_ENV'] === 'production';
  const port = portOf(env['PORT'], 'PORT', 8000);
  const scheme = env['PUBLIC_SCHEME'] ?? (production ? 'https' : 'http');
  if (scheme !== 'http' && scheme !== 'https') throw new OperatorError('PUBLIC_SCHEME must be http or https.');
  const trustedProxies = proxiesOf(env['TRUSTED_PROXIES']);
  if (production && scheme === 'https' && trustedProxies.length === 0) {
    throw new OperatorError(
      'TRUSTED_PROXIES is not set. Something in front of this server speaks https; without its address all visitors look like one and share every limit. Set TRUSTED_PROXIES to its addresses or networks, with commas (127.0.0.1,10.0.0.0/8), or PUBLIC_SCHEME=http where there is no https.',
    );
  }
  return {
    production,
    port,
    operationsPort: production ? operationsPortOf(env['OPERATIONS_PORT'], port) : null,
    bindAddress: env['BIND_ADDRESS'] || (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    s3: s3From(env),
    platformHost: platformHostOf(env['PLATFORM_HOST']),
    trustedProxies,
    publicPort: portOf(env['PUBLIC_PORT'], 'PUBLIC_PORT', production ? (scheme === 'https' ? 443 : 80) : port),
    publicScheme: scheme,
    redisUrl: redisFrom(env['REDIS_URL']),
    sessionHours: sessionHoursOf(env['SESSION_HOURS']),
    throttle: env['THROTTLE'] !== 'off' || production,
    sandbox: production
      ? null
      : {
          url: env['SANDBOX_URL'] ?? `http://127.0.0.1:${port + 1}`,
          apiKey: env['SANDBOX_API_KEY'] ?? 'sandbox-key',
          webhookSecret: env['SANDBOX_WEBHOOK_SECRET'] ?? 'sandbox-webhook-secret',
          timeLimitMs: numberOf(env['SANDBOX_TIME_LIMIT_MS'], 'SANDBOX_TIME_LIMIT_MS', 10_000),
          graceMs: numberOf(env['SANDBOX_GRACE_MS'], 'SANDBOX_GRACE_MS', 1_000),
        },
    webhookBase: addressOf(env, 'WEBHOOK_BASE'),
    recaptchaUrl: addressOf(env, 'RECAPTCHA_URL') ?? 'https://www.google.com/recaptcha',
    cardFieldOrigins: originsOf(env['CARD_FIELD_ORIGINS'], 'CARD_FIELD_ORIGINS'),
    smtpUrl: smtpFrom(env['SMTP_URL']),
    mailFrom: mailFromOf(env['MAIL_FROM']),
    geoipFile: env['GEOIP_FILE'] ? resolve(env['GEOIP_FILE']) : null,
    runJobs: choiceOf(env['RUN_JOBS'], 'RUN_JOBS', ['on', 'off']) !== 'off',
    spareSites: spareSitesOf(env['SPARE_SITES'] ?? (production ? '2' : '0')),
    tenantsDir: env['TENANTS_DIR'] ? resolve(env['TENANTS_DIR']) : ownTenantsDir,
    declaredSites: env['SITES'] ? env['SITES'].split(',').map((name) => name.trim()) : null,
    logLevel:
      choiceOf(env['LOG_LEVEL'], 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ??
      (production ? 'info' : 'warn'),
  };
}

function s3From(env: Env): S3Options | null {
  const bucket = env['S3_BUCKET'];
  if (!bucket) return null;
  const needed = (name: string): string => {
    const value = env[name];
    if (!value) throw new OperatorError(`${name} is needed with S3_BUCKET.`);
    return value;
  };
  const endpoint = addressOf(env, 'S3_ENDPOINT');
  const pathStyle = env['S3_PATH_STYLE'] ?? (endpoint === null ? 'off' : 'on');
  if (pathStyle !== 'on' && pathStyle !== 'off') throw new OperatorError('S3_PATH_STYLE must be on or off.');
  return {
    bucket,
    endpoint,
    publicEndpoint: addressOf(env, 'S3_PUBLIC_ENDPOINT'),
    region: env['S3_REGION'] || 'us-east-1',
    pathStyle: pathStyle === 'on',
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
  };
}

function operationsPortOf(value: string | undefined, port: number): number {
  const chosen = portOf(value, 'OPERATIONS_PORT', port === 0 ? 0 : port + 1);
  if (chosen === port && port !== 0) throw new OperatorError(`OPERATIONS_PORT and PORT are both ${port}; choose two.`);
  return chosen;
}

function smtpFrom(value: string | undefined): string | null {
  if (!value) return null;
  const address = URL.parse(value);
  if (!address || !/^smtps?:$/.test(address.protocol) || address.hostname === '') {
    throw new OperatorError('SMTP_URL must be an address such as smtps://user:password@mail.example.com.');
  }
  return value;
}

function redisFrom(value: string | undefined): string | null {
  if (!value) return null;
  const address = URL.parse(value);
  if (!address || !/^rediss?:$/.test(address.protocol) || address.hostname === '')
    throw new OperatorError(
      'REDIS_URL must be an address such as redis://redis.example.com:6379, or rediss:// with TLS.',
    );
  return value;
}

/** One plain address: a name in front of it is each site's own. */
function mailFromOf(value: string | undefined): string | null {
  const address = value?.trim();
  if (!address) return null;
  if (emailError(address) !== null)
    throw new OperatorError(
      `MAIL_FROM must be one email address, such as no-reply@mail.example.com, not '${address}'.`,
    );
  return address;
}

/** Compared with what browsers send as a host, so that anything more would match nobody. */
function platformHostOf(value: string | undefined): string {
  const host = (value?.trim() || 'platform.localhost').toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))
    throw new OperatorError(
      `PLATFORM_HOST must be a host such as platform.example.com, without scheme, port and path, not '${value}'.`,
    );
  return host;
}

function choiceOf(value: string | undefined, name: string, choices: readonly string[]): string | null {
  if (!value) return null;
  if (!choices.includes(value))
    throw new OperatorError(`${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not '${value}'.`);
  return value;
}

function portOf(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new OperatorError(`${name} must be a port number from 1 to 65534, not '${value}'.`);
  return port;
}

/** More would be no date. */
const MOST_SESSION_HOURS = 1_000_000;

function sessionHoursOf(value: string | undefined): number {
  const hours = numberOf(value, 'SESSION_HOURS', 24 * 14);
  if (hours > MOST_SESSION_HOURS)
    throw new OperatorError(`SESSION_HOURS must be ${MOST_SESSION_HOURS} at most, not '${value}'.`);
  return hours;
}

function spareSitesOf(value: string): number {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  throw new OperatorError(`SPARE_SITES must be a number from 0 to 99, not '${value}'.`);
}

function numberOf(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0)
    throw new OperatorError(`${name} must be a number above 0, not '${value}'.`);
  return number;
}
