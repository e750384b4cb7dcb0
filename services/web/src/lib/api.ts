import type { CallMap } from '@backlot/contracts/http/calls';
import type { ErrorAnswer, FieldError } from '@backlot/contracts/http/errors';
import { deviceId } from './storage/device-id.ts';
import { currentToken, dropToken } from './storage/session-token.ts';

export type CallName = keyof CallMap;
export type CallAnswer<C extends CallName> = CallMap[C]['answer'];
type Sent<C extends CallName> = (undefined extends CallMap[C]['body']
  ? { body?: CallMap[C]['body'] }
  : { body: CallMap[C]['body'] }) &
  (undefined extends CallMap[C]['query'] ? { query?: CallMap[C]['query'] } : { query: CallMap[C]['query'] }) &
  (undefined extends CallMap[C]['params'] ? { params?: CallMap[C]['params'] } : { params: CallMap[C]['params'] }) & {
    signal?: AbortSignal;
    /** Files, for a call that takes a form. */
    form?: FormData;
    /** For calls that may be sent twice: one key a purchase, kept over retries (`newIdempotencyKey`). */
    idempotencyKey?: string;
  };
type Options<C extends CallName> = {} extends Sent<C> ? [sent?: Sent<C>] : [sent: Sent<C>];

/** A refusal or a failure of a call. `code` is the text's id; `network` and `aborted` are ours. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly fields: readonly FieldError[];
  /** Further top-level fields of the answer, such as `allow_cascade`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(status: number, answer: Partial<ErrorAnswer> & { code: string }) {
    super(answer.message ?? answer.code);
    this.name = 'ApiError';
    this.status = status;
    this.code = answer.code;
    this.fields = answer.errors ?? [];
    this.requestId = answer.requestId ?? null;
    this.details = answer as Record<string, unknown>;
  }
}

export interface ApiSettings {
  readonly base: string;
  readonly language: string;
  /** The age gate is on and this guest has passed it: its cookie is the page host's, so calls say it themselves. */
  readonly isAgeConfirmed: boolean;
  /** Told of every answer 429 and of a session that has ended. */
  readonly onTooMany: (message: string) => void;
  readonly onSessionEnded: () => void;
  /** Told when the site was stopped, or closed to the visitor's place, while its page is open. */
  readonly onSiteClosed: () => void;
  /** Told of the version of the site's settings that an answer names. */
  readonly onSettingsVersion: (version: number, call: CallName) => void;
}

let settings: ApiSettings = {
  base: '',
  language: 'en',
  isAgeConfirmed: false,
  onTooMany: () => {},
  onSessionEnded: () => {},
  onSiteClosed: () => {},
  onSettingsVersion: () => {},
};

/** Once, before the first call; the server's render makes no calls. */
export const configureApi = (changed: Partial<ApiSettings>): void => {
  settings = { ...settings, ...changed };
};

/**
 * These set, clear or need a cookie of the page's own host (the session's, the known device's, the age gate's). All other
 * calls go to the interface's host.
 */
const ofPageHost: ReadonlySet<string> = new Set<CallName>([
  'POST /api/users/login',
  'POST /api/users/register',
  'POST /api/users/logout',
  'POST /api/users/reset_password',
  'POST /api/users/change_old_password',
  'POST /api/users/forgot_password',
  'POST /api/users/check_token/:token',
  'POST /api/age-modal/confirm',
  'POST /api/invitations/accept',
]);

/** Purchases carry it (COMPLIANCE C12). */
function deviceHeader(): { 'x-device-id'?: string } {
  const id = deviceId();
  return id === null ? {} : { 'x-device-id': id };
}

/** A key for one purchase: the same on every retry of it, another for the next. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

/**
 * Calls the site's interface and gives the whole answer (`data` and the fields beside it).
 * Throws ApiError; code `network` when no answer came, which for a purchase means that its outcome is unknown.
 */
export async function api<C extends CallName>(call: C, ...[sent]: Options<C>): Promise<CallMap[C]['answer']> {
  const { body, form, query, params, signal, idempotencyKey } = (sent ?? {}) as Sent<CallName> &
    Record<string, unknown>;
  const [method, path] = call.split(' ') as [string, string];
  const token = currentToken();
  const base = ofPageHost.has(call) ? '' : settings.base;
  const response = await fetch(`${base}${fill(path, params)}${searchOf(query)}`, {
    method,
    credentials: base === '' ? 'same-origin' : 'omit',
    headers: {
      'accept-language': settings.language,
      ...(settings.isAgeConfirmed ? { 'x-age-confirmed': '1' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey, ...deviceHeader() } : {}),
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new ApiError(0, {
      code: error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'network',
    });
  });
  const version = Number(response.headers.get('x-settings-version'));
  if (version > 0) settings.onSettingsVersion(version, call);
  const answer = await readAnswer(response);
  if (response.ok) return answer as unknown as CallMap[C]['answer'];
  throw refusalOf(response, answer);
}

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function refusalOf(response: Response, answer: Record<string, unknown>): ApiError {
  const code = typeof answer['code'] === 'string' ? answer['code'] : 'internal-error';
  const error = new ApiError(response.status, { ...(answer as Partial<ErrorAnswer>), code });
  if (response.status === 429) settings.onTooMany(error.message);
  if (code === 'service-stopped' || code === 'blocked-area') settings.onSiteClosed();
  if (response.status === 401 && (code === 'session-ended' || code === 'session-required')) {
    dropToken();
    settings.onSessionEnded();
  }
  return error;
}

function fill(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function searchOf(query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
