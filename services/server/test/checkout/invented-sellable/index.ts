import { DomainError, type BodyOf } from '@backlot/contracts';
import { Amount, defineCall, Id, only } from '@backlot/contracts/http/call';
import { CardPayment } from '@backlot/contracts/cards';
import { PurchaseView } from '@backlot/contracts/purchases';
import { fromWire } from '@backlot/domain/money/money';
import { Type } from 'typebox';
import { route, type CallRoute } from '../../../src/call-route.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Feature } from '../../../src/feature.ts';
import { cardOf, pay, type Draft, type Drafting, type Sellable } from '../../../src/features/checkout/index.ts';
import { grantEntitlement, ownedContent, revokeEntitlements } from '../../../src/features/ledger/index.ts';

/** What the invented shop has, by id. */
const packs = new Map([['01890000-0000-7000-8000-000000000001', { title: 'Sea creatures', amountMinor: 450 }]]);
export const packId = [...packs.keys()][0]!;

export const buyPack = defineCall({
  method: 'POST',
  path: '/api/v2/sticker-packs/buy',
  access: only('user'),
  summary: 'Buy a pack of stickers.',
  body: Type.Object({ pack_id: Id, amount: Amount, card: Type.Optional(CardPayment) }),
  data: PurchaseView,
  errors: ['not-found', 'price-changed', 'content-already-unlocked', 'content-not-for-sale', 'payment-declined'],
  idempotent: true,
});
type Asked = BodyOf<typeof buyPack>;

const kind = 'sticker_pack';
const soldPack: Sellable<Asked> = {
  kind,
  revenue: 'sticker_revenue',
  draft: async (asked: Asked, { settings }: Drafting): Promise<Draft> => {
    const pack = packs.get(asked.pack_id);
    if (!pack) throw new DomainError('not-found');
    if (fromWire(asked.amount) !== pack.amountMinor) throw new DomainError('price-changed');
    return {
      contentId: asked.pack_id,
      amountMinor: pack.amountMinor,
      currency: settings.currency,
      isRecurring: false,
      quote: { reason: 'base', title: pack.title, descriptor: 'STICKERS' },
    };
  },
  whyUndeliverable: async (db, { user_id: userId, content_id: packOf }) =>
    (await ownedContent(db, userId, kind, [packOf!])).size > 0
      ? { reason: 'owned-already', refusal: 'content-already-unlocked' }
      : null,
  async deliver(db, { user_id: userId, content_id: contentId }, { transactionId, now }) {
    await grantEntitlement(db, { userId, kind, contentId: contentId!, transactionId: transactionId!, now });
    return { next: null };
  },
  async withdraw(db, _intent, { transactionId, kind: why, now }) {
    await revokeEntitlements(db, transactionId, why, now);
    return false;
  },
  present: {
    name: kind,
    receipt: { text: 'mail-receipt-post', button: 'mail-welcome-button', path: '/stickers', isCancellable: false },
    titles: async (_db, ids) => new Map(ids.map((id) => [id, `Stickers: ${packs.get(id)?.title ?? id}`])),
  },
};

const routes = (ctx: AppContext): readonly CallRoute[] => [
  route(buyPack, async (request) => ({
    data: await pay(ctx, request, soldPack, {
      asked: request.body,
      act: [request.body.pack_id, request.body.amount],
      card: cardOf(request),
    }),
  })),
];

/** A feature with something to sell, made up for the tests: all of it is in this folder. */
export const stickersFeature: Feature = { name: 'stickers', routes, sells: [soldPack] };
/** The same with a route for something that it does not declare to sell. */
export const undeclaredFeature: Feature = { name: 'stickers', routes };
