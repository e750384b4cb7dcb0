import type { S3Options } from '@backlot/media/s3-options';
import { resolve } from 'node:path';

/** What the deployment decides; everything a site decides is a setting. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
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
  readonly sessionHours: number;
  readonly throttle: boolean;
  readonly sandbox: {
    readonly url: string; readonly apiKey: string; readonly webhookSecret: string;
    /** Milliseconds that a call may take, and that the sandbox may still settle a charge in afterwards. */
    readonly timeLimitMs: number; readonly graceMs: number;
  } | null;
  /** Where payment providers reach this deployment, when that is not each site's own API address. */
  readonly noticeBase: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly runJobs: boolean;
  /** Where the sites are declared, a folder each. */
  readonly tenantsDir: string;
  /** Folders of `tenantsDir` that a start brings up to date; null is all. */
  readonly declaredSites: readonly string[] | null;
  readonly logLevel: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws a sentence that says which variable is wrong. */
export function configFrom(env: Env): Config {
  const production = env['NODE_ENV'] === 'production';
  const port = portOf(env['PORT'], 'PORT', 8000);
  const scheme = env['PUBLIC_SCHEME'] ?? (production ? 'https' : 'http');
  if (scheme !== 'http' && scheme !== 'https') throw new Error('PUBLIC_SCHEME must be http or https.');
  return {
    production,
    port,
    bindAddress: env['BIND_ADDRESS'] ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(env['DATA_DIR'] ?? '.data'),
    s3: s3From(env),
    platformHost: (env['PLATFORM_HOST'] ?? 'platform.localhost').toLowerCase(),
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '').split(',').map((part) => part.trim()).filter(Boolean),
    publicPort: portOf(env['PUBLIC_PORT'], 'PUBLIC_PORT', production ? (scheme === 'https' ? 443 : 80) : port),
    publicScheme: scheme,
    sessionHours: numberOf(env['SESSION_HOURS'], 'SESSION_HOURS', 24 * 14),
    throttle: env['THROTTLE'] !== 'off' || production,
    sandbox: production ? null : {
      url: env['SANDBOX_URL'] ?? `http://127.0.0.1:${port + 1}`,
      apiKey: env['SANDBOX_API_KEY'] ?? 'sandbox-key',
      webhookSecret: env['SANDBOX_WEBHOOK_SECRET'] ?? 'sandbox-webhook-secret',
      timeLimitMs: numberOf(env['SANDBOX_TIME_LIMIT_MS'], 'SANDBOX_TIME_LIMIT_MS', 10_000),
      graceMs: numberOf(env['SANDBOX_GRACE_MS'], 'SANDBOX_GRACE_MS', 1_000),
    },
    noticeBase: env['NOTICE_BASE'] ?? null,
    smtpUrl: env['SMTP_URL'] ?? null,
    mailFrom: env['MAIL_FROM'] ?? 'no-reply',
    runJobs: env['RUN_JOBS'] !== 'off',
    tenantsDir: env['TENANTS_DIR'] ? resolve(env['TENANTS_DIR']) : resolve(import.meta.dirname, '../../../tenants'),
    declaredSites: env['SITES'] ? env['SITES'].split(',').map((name) => name.trim()) : null,
    logLevel: env['LOG_LEVEL'] ?? (production ? 'info' : 'warn'),
  };
}

function s3From(env: Env): S3Options | null {
  const bucket = env['S3_BUCKET'];
  if (!bucket) return null;
  const needed = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is needed with S3_BUCKET.`);
    return value;
  };
  const address = (name: string): string | null => {
    const value = env[name];
    if (!value) return null;
    if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error(`${name} must be an http or https address, not '${value}'.`);
    return value;
  };
  const endpoint = address('S3_ENDPOINT');
  const pathStyle = env['S3_PATH_STYLE'] ?? (endpoint === null ? 'off' : 'on');
  if (pathStyle !== 'on' && pathStyle !== 'off') throw new Error('S3_PATH_STYLE must be on or off.');
  return {
    bucket, endpoint, publicEndpoint: address('S3_PUBLIC_ENDPOINT'), region: env['S3_REGION'] || 'us-east-1', pathStyle: pathStyle === 'on',
    accessKeyId: needed('S3_ACCESS_KEY_ID'), secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
  };
}

function portOf(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port number, not '${value}'.`);
  return port;
}

function numberOf(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${name} must be a number above 0, not '${value}'.`);
  return number;
}
