import { DomainError, type BodyOf } from '@backlot/contracts';
import type { buyPost as buyPostCall } from '@backlot/contracts/purchases';
import type { purchaseFromWallet } from '@backlot/contracts/wallet';
import type { TenantDb } from '@backlot/database';
import { postAccess, purchaseRefusal } from '@backlot/domain/access';
import { fromWire } from '@backlot/domain/money/money';
import { runningPromotion } from '@backlot/domain/money/offered-promotion';
import { isPromotionGone, quotePost, type PostQuote } from '@backlot/domain/money/price';
import type { Promotion } from '@backlot/domain/money/promotion';
import type { Person } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import { asPerson, type Actor } from '../../actor.ts';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requireSameSender } from '../../narrowed.ts';
import {
  cardOf,
  inProgress,
  pay,
  payFromWallet,
  type Draft,
  type Drafting,
  type PurchaseOutcome,
  type Sellable,
  type StoredQuote,
} from '../checkout/index.ts';
import { grantingEntitlements, isOwnedBy, revokeEntitlements } from '../ledger/index.ts';
import { besideStanding, firstAndBesideStanding, membershipStanding } from '../memberships/index.ts';
import { noteNotification } from '../notifications/index.ts';
import { notePromotionUse, promotionsForSale, promotionsOf } from '../promotions/index.ts';
import { findShownPost } from './read/visible-post.ts';
import { postKind } from './write/post-kind.ts';
import { forSale, rowForSale, type PostForSale } from './post-for-sale.ts';
import { postNamesOf } from './post-rows.ts';
import { saleObstacles, saleObstaclesOf, whyOwned } from './version-rows.ts';

/** Without an amount it is bought at what it costs at this moment. */
type Asked = Omit<BodyOf<typeof buyPostCall>, 'amount' | 'human_check' | 'card_consent' | 'supply_consent'> & {
  readonly amount?: number | undefined;
};

/**
 * Buys a locked post at the price the buyer saw (DECISIONS 15: members only; what was bought stays open).
 * @throws not-found, content-already-unlocked, content-owned-elsewhere, content-not-for-sale, membership-required, promotion-expired, price-changed and what `pay` refuses
 */
export async function buyPost(ctx: AppContext, request: CallRequest<typeof buyPostCall>): Promise<PurchaseOutcome> {
  const { human_check: humanCheck, card_consent: cardConsent, supply_consent: supplyConsent, ...body } = request.body;
  // In the documents' form of a card the address is that card's.
  requireSameSender(request, { userId: body.userId, ...(body.token === undefined ? { email: body.email } : {}) });
  // Where memory knows of none, the transaction need not look.
  await promotionsOf(ctx, request.tenant);
  return pay(ctx, request, soldPost, {
    asked: body,
    act: [body.blogId, body.amount],
    card: cardOf(request),
    isOtherCard: body.another_card,
    cardConsent,
    supplyConsent,
    humanCheck,
  });
}

/** As `buyPost`, from the wallet. @throws invalid-request without a post, wallet-low and what `buyPost` throws of the post */
async function buyPostFromWallet(
  ctx: AppContext,
  request: CallRequest<typeof purchaseFromWallet>,
): Promise<PurchaseOutcome> {
  const {
    content_id: blogId,
    amount,
    promotion_id,
    is_promotion_applied,
    supply_consent: supplyConsent,
  } = request.body;
  if (blogId === undefined)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'content_id', code: 'required' }] });
  const asked = {
    blogId,
    amount,
    ...(promotion_id === undefined ? {} : { promotion_id }),
    ...(is_promotion_applied === undefined ? {} : { is_promotion_applied }),
  };
  // As in `buyPost`.
  await promotionsOf(ctx, request.tenant);
  return payFromWallet(ctx, request, soldPost, { asked, act: [blogId, amount ?? null], supplyConsent });
}

export const soldPost: Sellable<Asked> = {
  kind: postKind,
  revenue: 'post_revenue',
  draft: draftPost,
  isDraftConclusive: true,
  whyUndeliverable: async (db, { content_id: postId, user_id: userId }) =>
    whyOwned(await saleObstaclesOf(db, postId!, userId)),
  async lookAgain(db, { content_id: postId, user_id: userId }, now) {
    const { row, standing } = await besideStanding(db, saleObstacles(postId!, userId), userId, now);
    return { undeliverable: whyOwned(row), standing };
  },
  async reserve(db, { id: intentId, user_id: userId, amount_minor: paidMinor, quote }, now) {
    const { promotion } = quote as PromotionTerms;
    if (promotion === undefined) return;
    const { id: promotionId, baseMinor } = promotion;
    await notePromotionUse(db, {
      intentId,
      userId,
      promotionId,
      savedMinor: baseMinor - paidMinor,
      isRenewal: false,
      now,
    });
  },
  async deliver(db, { user_id: userId, content_id: contentId }, { transactionId, now }) {
    const owned = { userId, kind: postKind, contentId: contentId!, transactionId: transactionId!, now };
    const news = { kind: 'purchased', userId, contentId, now } as const;
    return { next: null, tell: await noteNotification(db, news, grantingEntitlements([owned])) };
  },
  following: () => ({ isRecurring: false, later: null }),
  async requireStillSold(db, { content_id: postId }, actor, now) {
    const { post } = await lookForSale(db, postId!, actor, now);
    if (post.amountMinor === null) throw new DomainError('content-not-for-sale');
  },
  stands: async (db, _intent, transactionId) => ({ isOpen: await isOwnedBy(db, transactionId), renewsAt: null }),
  withdraw: async (db, _intent, { transactionId, kind, isWhole, now }) => {
    if (isWhole) await revokeEntitlements(db, transactionId, kind, now);
    return false;
  },
  present: {
    name: postKind,
    failed: 'could-not-unlock',
    receipt: { text: 'mail-receipt-post', button: 'mail-welcome-button', path: '/', isCancellable: false },
    takenBack: { closed: 'mail-back-post-locked' },
    titles: postNamesOf,
    standing: membershipStanding,
  },
  fromWallet: {
    paymentFor: 'blog',
    buy: buyPostFromWallet,
    show: (ctx, { tenant, actor, ...to }, id) => findShownPost(ctx, tenant, actor, id, to),
  },
};

async function draftPost(asked: Asked, { ctx, db, tenant, actor, buyer, settings, now }: Drafting): Promise<Draft> {
  const { post, standing } = await lookForSale(db, asked.blogId, actor, now);
  const promotion = runningPromotion(await promotionsForSale(ctx, db, tenant), 'LOCKED_CONTENT', now);
  const quote = priceOf(post, { settings, isSubscribedEver: buyer.isSubscribedEver, promotion }, now);
  if (isPromotionGone(asked, quote)) throw new DomainError('promotion-expired');
  if (asked.amount !== undefined && fromWire(asked.amount) !== quote.amountMinor)
    throw new DomainError('price-changed');
  return { ...draftOf(post, quote, settings.statement_descriptor || tenant.slug), standing };
}

/** A post that is sold to this person now, kept as it is until the purchase is written. @throws what keeps it from that */
async function lookForSale(
  db: TenantDb,
  postId: string,
  actor: Actor,
  now: Date,
): Promise<{ readonly post: PostForSale; readonly standing: NonNullable<Draft['standing']> }> {
  const { userId } = actor;
  const looked = await firstAndBesideStanding(db, rowForSale(postId), saleObstacles(postId, userId), userId, now);
  if (looked.first === null) throw new DomainError('not-found');
  const { row: obstacles, standing } = looked;
  const post = forSale(looked.first);
  requireForSale(post, asPerson(actor, standing.ccbill_subscription_status), obstacles.ownsVersion, now);
  // Whoever has it already is told so before the price is spoken of.
  if (obstacles.ownsContent) throw new DomainError('content-owned-elsewhere');
  // Also in another version: both would be charged, and one of them be given back.
  if (obstacles.openIntentId !== null) throw inProgress({ id: obstacles.openIntentId });
  return { post, standing };
}

/** @throws what the rules refuse this person at that moment */
function requireForSale({ accessInput }: PostForSale, person: Person, isOwned: boolean, now: Date): void {
  const viewing = { post: accessInput, viewer: person, entitlements: isOwned ? [{}] : [], now };
  const refusal = purchaseRefusal(accessInput, postAccess(viewing));
  if (refusal) throw new DomainError(refusal);
}

/** @throws content-not-for-sale */
function priceOf(
  { amountMinor, currency }: PostForSale,
  {
    settings,
    isSubscribedEver,
    promotion,
  }: { readonly settings: Settings; readonly isSubscribedEver: boolean; readonly promotion: Promotion | null },
  now: Date,
): PostQuote {
  if (amountMinor === null) throw new DomainError('content-not-for-sale');
  return quotePost({
    // The post's own currency, in which it is offered: the site may have taken another since.
    post: { amountMinor },
    settings: { enable_promotion: settings.enable_promotion, currency },
    viewer: { isSubscribedEver },
    promotion,
    now,
  });
}

/** What a purchase keeps of the promotion that made its price. */
interface PromotionTerms {
  readonly promotion?: { readonly id: string; readonly baseMinor: number };
}

const promotionTerms = ({ promotionId, baseMinor }: PostQuote): PromotionTerms & Pick<StoredQuote, 'reduced'> =>
  promotionId === undefined
    ? {}
    : {
        promotion: { id: promotionId, baseMinor },
        reduced: { text: 'mail-receipt-promotion', ref: '', wasMinor: baseMinor },
      };

const draftOf = (post: PostForSale, quote: PostQuote, descriptor: string): Draft => ({
  contentId: post.id,
  amountMinor: quote.amountMinor,
  currency: quote.currency,
  isRecurring: false,
  quote: { reason: quote.reason, title: post.title, ...promotionTerms(quote), descriptor },
});

/** What a person who is a member or not would have been asked for a post. @throws what the rules refuse */
export function draftOfPast(
  post: PostForSale,
  asking: {
    readonly person: Person;
    readonly isOwned: boolean;
    readonly isSubscribedEver: boolean;
    readonly settings: Settings;
    readonly descriptor: string;
  },
  at: Date,
): Draft {
  requireForSale(post, asking.person, asking.isOwned, at);
  return draftOf(post, priceOf(post, { ...asking, promotion: null }, at), asking.descriptor);
}
