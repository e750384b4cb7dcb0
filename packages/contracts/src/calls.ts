import type { Answer, BodyOf, CallDefinition, ParamsOf, QueryOf } from './call.ts';
import * as accounts from './accounts.ts';
import * as comments from './comments.ts';
import * as library from './library.ts';
import * as memberships from './memberships.ts';
import * as posts from './posts.ts';
import * as sites from './sites.ts';
import * as staff from './staff.ts';
import * as tags from './tags.ts';
import * as uploads from './uploads.ts';
import * as uploadsForm from './uploads-form.ts';
import * as uploadsWork from './uploads-work.ts';

type CallsIn<M> = Extract<M[keyof M], CallDefinition>;
type Every =
  | CallsIn<typeof accounts> | CallsIn<typeof comments> | CallsIn<typeof memberships> | CallsIn<typeof posts>
  | CallsIn<typeof library> | CallsIn<typeof sites> | CallsIn<typeof staff> | CallsIn<typeof tags> | CallsIn<typeof uploads> | CallsIn<typeof uploadsForm> | CallsIn<typeof uploadsWork>;

/** `'POST /api/users/login'` → what is sent and what comes back. Types only, so that a bundle carries no schema. */
export type CallMap = {
  [D in Every as `${D['method']} ${D['path']}`]: {
    body: BodyOf<D>; query: QueryOf<D>; params: ParamsOf<D>; answer: Answer<D>;
  };
};

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call there is, for the description, the guard tests and the fuzzers. */
export const everyCall: readonly CallDefinition[] =
  [accounts, sites, memberships, posts, comments, tags, uploads, uploadsForm, uploadsWork, library, staff].flatMap((room) => Object.values(room).filter(isCall));
