import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorCode } from './error-codes.ts';
import { maxPageNumber } from './last-page.ts';

/** Roles as they are stored; `proxy_user` exists only as a proxy session. */
export type StoredRole =
  | 'user'
  | 'content_manager'
  | 'model'
  | 'admin'
  | 'support'
  | 'sub_admin'
  | 'live_stream_manager'
  | 'proxy_user';

/**
 * Who may call. `public` answers guests as well; `signed-in` wants any live
 * session; `roles` wants one of them. A route without this does not start.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'roles'; readonly roles: readonly StoredRole[] };

export const everyone: Access = { kind: 'public' };
export const signedIn: Access = { kind: 'signed-in' };
export const only = (...roles: StoredRole[]): Access => ({ kind: 'roles', roles });

/** What a site may be closed by: it is stopped, in maintenance, keeps the visitor's place out, or asks guests for their age. */
export type Gate = 'suspension' | 'maintenance' | 'area' | 'age-gate';
export const everyGate: readonly Gate[] = ['suspension', 'maintenance', 'area', 'age-gate'];
/**
 * Of calls by which a person ends a contract or takes that back, and comes to their account again (C15, C16): a site takes no such right away by being in maintenance, or by
 * keeping their place out. One that is stopped lets nobody log in, and its members write to its merchant.
 */
export const rightsOfContracts: readonly Gate[] = ['maintenance', 'area'];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call: everything that server, client and description need to agree on. */
export interface CallDefinition {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The `data` of the answer. */
  readonly data?: TSchema;
  /** Files in a form instead of a body. */
  readonly takesForm?: boolean;
  /** The documents' form of `success` where it is the number 1. */
  readonly successIsOne?: boolean;
  /** Fields beside `data`, where the specification's row names them so. */
  readonly fields?: TSchema;
  readonly errors: readonly ErrorCode[];
  /** The same call under further exact paths (DECISIONS 3, 21). */
  readonly alsoAt?: readonly string[];
  /** `max` calls in `seconds` by session or address. Login, registration and forgotten passwords have limits of their own. */
  readonly throttle?: { readonly max: number; readonly seconds: number };
  /** Sent twice it is done once: by the header `Idempotency-Key`, or without one by what it asks for (DECISIONS 46). */
  readonly idempotent?: boolean;
  /** Gates that this call passes; every other one refuses it, so a call that says nothing is closed by all. */
  readonly open?: readonly Gate[];
  /** Called by payment providers, at any host of ours: no person's session comes with it. */
  readonly from?: 'provider';
}

export const defineCall = <const D extends CallDefinition>(definition: D): D => definition;

type Part<D, K extends string> = D extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

export interface AnswerOf<D> {
  success: D extends { readonly successIsOne: true } ? 1 : true;
  message: string;
  data: Part<D, 'data'>;
}
export type Answer<D extends CallDefinition> = AnswerOf<D> &
  (D extends { readonly fields: infer S extends TSchema } ? Static<S> : unknown);
export type BodyOf<D extends CallDefinition> = Part<D, 'body'>;
export type QueryOf<D extends CallDefinition> = Part<D, 'query'>;
export type ParamsOf<D extends CallDefinition> = Part<D, 'params'>;

/** Shapes that many calls share. */
export const Id = Type.String({ format: 'uuid', maxLength: 36 });
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });
export const Amount = Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.01 });
/** A day of a site's calendar, as `2026-03-31`. */
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 });
/** The last four digits of a card. */
export const Last4 = Type.String({ pattern: '^[0-9]{4}$', maxLength: 4 });
export const PageNumber = Type.Integer({ minimum: 1, maximum: maxPageNumber, default: 1 });
export const Text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });
export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values] }));
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
