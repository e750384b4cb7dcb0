import type { Answer, BodyOf, CallDefinition, ParamsOf, QueryOf } from '@backlot/contracts';
import type { Actor } from './actor.ts';
import type { Tenant } from './sites/tenant.ts';

/** A request after tenant, session, access and shape are settled. */
export interface CallRequest<D extends CallDefinition> {
  readonly tenant: Tenant;
  /** Never null where the call's access is not public. */
  readonly actor: D['access'] extends { kind: 'public' } ? Actor | null : Actor;
  /** Whether another call would let the same caller in. */
  readonly admits: (other: CallDefinition) => boolean;
  readonly body: BodyOf<D>;
  readonly query: QueryOf<D>;
  readonly params: ParamsOf<D>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of the page's host; another host's are not sent to us. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Client's address, behind configured proxies only. */
  readonly address: string;
  readonly userAgent: string;
  /** Stable random id of the browser, kept in a cookie or sent by the client (C12). */
  readonly deviceId: string | null;
  /** The caller's `Idempotency-Key`; null where none came, and what the call asks for names the act (DECISIONS 46). */
  readonly idempotencyKey: string | null;
  readonly language: string;
  readonly requestId: string;
  readonly now: Date;
  /** True on the page's own host, where a session cookie may be set. */
  readonly onPageHost: boolean;
  /** `http://api.clay.localhost:8000` or the like, as the browser reaches us. */
  readonly apiBase: string;
  readonly pageBase: string;
}

/** What a handler gives back; `message` is a text's id. */
export type CallResult<D extends CallDefinition> = Omit<Answer<D>, 'success' | 'message' | 'data'> &
  (D extends { readonly data: object } ? { readonly data: Answer<D>['data'] } : unknown) & {
    readonly message?: string;
    readonly messageParams?: Readonly<Record<string, string | number>>;
    /** Starts or ends the page's session cookie. */
    readonly session?: { readonly token: string; readonly expiresAt: Date } | null;
    readonly cookies?: ReadonlyArray<{ readonly name: string; readonly value: string; readonly maxAgeSeconds: number }>;
    readonly written?: WrittenList;
  };

/** A list of the answer as JSON, by the contract's schema: the answer itself has an empty one in its place. */
export interface WrittenList {
  readonly field: string;
  readonly text: string;
}

export type CallHandler<D extends CallDefinition> = (request: CallRequest<D>) => Promise<CallResult<D>>;

/** A call with its handler; features export lists of these, `app.ts` mounts them. */
export interface CallRoute {
  readonly call: CallDefinition;
  readonly handle: (request: never) => Promise<unknown>;
  /** Queries under which all guests of a site and a language are answered the same: these answers are kept for half a second. */
  readonly sameForGuests?: readonly string[];
}

export const route = <const D extends CallDefinition>(
  call: D,
  handle: CallHandler<D>,
  more: Pick<CallRoute, 'sameForGuests'> = {},
): CallRoute => ({
  call,
  handle: handle as CallRoute['handle'],
  ...more,
});
