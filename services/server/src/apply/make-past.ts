import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import { minorOf } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import { v5 } from 'uuid';
import { asPerson, type Actor } from '../actor.ts';
import type { AppContext } from '../context.ts';
import { findPeopleByEmail, type Person } from '../features/accounts/index.ts';
import { agreed, type Draft, type PastPayment, type PastReturn } from '../features/checkout/index.ts';
import {
  beginPast,
  cancelPast,
  membershipsOf,
  pastStatus,
  renewalOfPast,
  renewPast,
  soldMembership,
  soldRenewal,
  type PastMembership,
} from '../features/memberships/index.ts';
import { draftOfPast, importedPostsForSale, soldPost, type PostForSale } from '../features/posts/index.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { DeclaredSite } from './read-site.ts';

export interface DeclaredEvent {
  readonly person: string;
  readonly kind: 'subscription' | 'unlock' | 'cancel' | 'refund' | 'chargeback';
  /** Key of the post that was bought, or that money went back of. */
  readonly post?: string;
  /** For a refund of a part: how much, in the site's currency. */
  readonly amount?: number;
  readonly reason?: string;
  readonly daysAgo: number;
}

export interface Past {
  /** Oldest first. */
  readonly payments: readonly PastPayment[];
  readonly memberships: readonly PastMembership[];
  /** Oldest first. */
  readonly returns: readonly PastReturn[];
}

interface Making {
  readonly ctx: AppContext;
  readonly db: TenantDb;
  readonly tenant: Tenant;
  readonly settings: Settings;
  readonly descriptor: string;
  readonly history: readonly DeclaredEvent[];
  readonly posts: ReadonlyMap<string, PostForSale>;
  readonly payments: PastPayment[];
  readonly returns: PastReturn[];
  /** By person. */
  readonly memberships: Map<string, PastMembership>;
  /** `<person> <post>` */
  readonly owned: Set<string>;
}

/**
 * What demo people did, as the rules and the sellables would have had it at each moment, renewals when they came due.
 * A fact that the rules refuse is passed over, and so is everybody who is or was a member by themselves.
 */
export async function makePast(
  ctx: AppContext,
  db: TenantDb,
  tenant: Tenant,
  site: DeclaredSite,
  now: Date,
): Promise<Past> {
  const settings = await ctx.settings.of(tenant);
  const people = await findPeopleByEmail(
    db,
    site.history.map(({ person }) => person),
  );
  const members = await membershipsOf(
    db,
    [...people.values()].map(({ id }) => id),
    now,
  );
  const making: Making = {
    ctx,
    db,
    tenant,
    settings,
    descriptor: settings.statement_descriptor || tenant.slug,
    history: site.history,
    posts: await importedPostsForSale(db),
    payments: [],
    returns: [],
    memberships: new Map(),
    owned: new Set(),
  };
  for (const event of site.history.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const person = people.get(event.person.toLowerCase());
    if (!person)
      throw new Error(`tenants/${tenant.slug}: the history names ${event.person}, who is not among its people.`);
    if (members.has(person.id)) continue;
    const at = new Date(now.getTime() - event.daysAgo * dayMs);
    renewUntil(making, person.id, at);
    await happened(making, event, person, at).catch((error: unknown) => {
      if (!(error instanceof DomainError && passedOver.has(error.code))) throw error;
    });
  }
  for (const userId of making.memberships.keys()) renewUntil(making, userId, now);
  return {
    payments: making.payments.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    memberships: [...making.memberships.values()],
    returns: making.returns,
  };
}

/** The day was not as the fact has it; anything else is a mistake of ours. */
const passedOver: ReadonlySet<string> = new Set(['membership-required', 'content-already-unlocked', 'not-found']);

async function happened(making: Making, event: DeclaredEvent, person: Person, at: Date): Promise<void> {
  const { settings, memberships, owned, descriptor } = making;
  const membership = memberships.get(person.id);
  const status = pastStatus(membership, at);
  const paid = (kind: string, draft: Draft): string | null =>
    addPayment(making, { kind, draft, at, userId: person.id, idempotencyKey: keyOf(event) });
  if (event.kind === 'cancel') {
    const cancelled = cancelPast(membership, settings, event.reason, at);
    if (cancelled) memberships.set(person.id, cancelled);
    return;
  }
  if (event.kind === 'subscription') {
    if (status !== '0') return;
    const draft = await draftMembership(making, person, at);
    const paymentId = paid(soldMembership.kind, draft);
    memberships.set(person.id, beginPast({ userId: person.id, draft, at, paymentId }, membership));
    return;
  }
  const post = making.posts.get(event.post ?? '');
  if (event.kind === 'refund' || event.kind === 'chargeback') requireBought(making, event, post);
  // In another currency it would have been paid to another account.
  if (post?.currency !== settings.currency) return;
  if (event.kind === 'refund' || event.kind === 'chargeback') {
    addReturn(making, { ...event, kind: event.kind }, { person, contentId: post.id, at });
    return;
  }
  const asking = {
    person: asPerson(actorOf(person), status),
    isOwned: owned.has(`${person.id} ${post.id}`),
    isSubscribedEver: membership !== undefined,
    settings,
    descriptor,
  };
  paid(soldPost.kind, draftOfPast(post, asking, at));
  owned.add(`${person.id} ${post.id}`);
}

const keyOf = ({ person, kind, post = '', daysAgo }: DeclaredEvent): string =>
  `demo-${person}-${kind}-${post}-${daysAgo}`;

/** Priced by the sellable itself, for the person as they were then, who ticked the box below its terms. */
async function draftMembership(
  { ctx, db, tenant, settings, memberships }: Making,
  person: Person,
  now: Date,
): Promise<Draft> {
  const { name, email } = person;
  const buyer = { name, email, isSubscribedEver: memberships.has(person.id), isPhotoIdAccepted: false };
  const draft = await soldMembership.draft!({}, { ctx, db, tenant, actor: actorOf(person), buyer, settings, now });
  return agreed(draft, 'ticked');
}

const actorOf = ({ id, email, name, role }: Person): Actor => ({
  userId: id,
  identityId: null,
  sessionId: id,
  role,
  email,
  name,
  language: 'en',
  trueAuthor: id,
});

/** The renewals of one person, each when it came due. */
function renewUntil(making: Making, userId: string, until: Date): void {
  for (;;) {
    const membership = making.memberships.get(userId);
    const next = membership ? renewalOfPast(membership, making.descriptor) : null;
    if (!membership || next === null || next.at > until) return;
    const { at, draft } = next;
    const isPaid = draft.amountMinor > 0;
    const paymentId = isPaid
      ? addPayment(making, { kind: soldRenewal.kind, draft, at, userId, idempotencyKey: null })
      : null;
    making.memberships.set(userId, renewPast(membership, at, paymentId));
  }
}

/** @throws an Error where the facts before do not have the purchase that money goes back of */
function requireBought(
  { tenant, history }: Making,
  { kind, person, post = '', daysAgo }: DeclaredEvent,
  known: PostForSale | undefined,
): void {
  const isBought = history.some(
    (one) =>
      one.kind === 'unlock' &&
      one.person.toLowerCase() === person.toLowerCase() &&
      one.post === post &&
      one.daysAgo > daysAgo,
  );
  if (known === undefined || !isBought)
    throw new Error(`tenants/${tenant.slug}: the history has a ${kind} of '${post}', which ${person} had not bought.`);
}

/**
 * Money goes back of a post that was bought, all of it where no amount says otherwise; of a purchase that the rules had
 * refused at its moment none does.
 */
function addReturn(
  { tenant, payments, returns, owned }: Making,
  { kind, post = '', amount }: DeclaredEvent & { readonly kind: PastReturn['kind'] },
  { person, contentId, at }: { readonly person: Person; readonly contentId: string; readonly at: Date },
): void {
  const paid = payments.findLast(
    ({ userId, draft }) => userId === person.id && draft.contentId === contentId && draft.amountMinor > 0,
  );
  if (!paid) return;
  const id = v5(`${tenant.id} ${person.id} ${kind} ${post}`, NAMES);
  const amountMinor = amount === undefined ? paid.draft.amountMinor : minorOf(amount);
  returns.push({ id, paymentId: paid.id, kind, amountMinor, currency: paid.draft.currency, at });
  if (amount === undefined) owned.delete(`${person.id} ${contentId}`);
}

/** Of names such as ours. */
const NAMES = '5f0c1f0e-6c1b-4f57-9c0e-0d4b4a1f5a51';

/** @returns its reference, the same each time that this past is made; null for what cost nothing */
function addPayment({ tenant, payments }: Making, payment: Omit<PastPayment, 'id'>): string | null {
  const { userId, kind, draft, idempotencyKey } = payment;
  const name = idempotencyKey ?? `${kind} ${payments.filter((one) => one.userId === userId).length}`;
  const id = v5(`${tenant.id} ${userId} ${name}`, NAMES);
  payments.push({ ...payment, id });
  return draft.amountMinor > 0 ? id : null;
}
