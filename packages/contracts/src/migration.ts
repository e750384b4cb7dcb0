import { Type } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { AnotherCard, CardConsent, CardPayment, FlatCard } from './cards.ts';
import { defineCall, Id, Nullable, only, Text } from './http/call.ts';
import { MembershipQuote, subscribe } from './memberships.ts';
import { PurchaseView } from './purchases.ts';

export const migrationData = defineCall({
  method: 'GET',
  path: '/api/migration-data',
  access: only('user'),
  summary:
    'What the caller would pay to go on with the account that the site uses now, and when; null for who is not asked (SUB-32).',
  data: Nullable(MembershipQuote),
  errors: [],
});

export const migrateForUser = defineCall({
  method: 'POST',
  path: '/api/migrate-subscription-for-user',
  access: only('user'),
  summary:
    "Pay the period after the one that runs with the account that the site uses now, which charges the membership from then on. The caller's wallet, card on file or a new card.",
  body: Type.Object({
    /** Of `migration-data`. Absent in the documents' form, which pays what it costs at this moment. */
    quote_id: Type.Optional(Text(200, 1)),
    /** The member agreed to the terms shown beside the button (C13); must be said with a `quote_id`. */
    consent: Type.Optional(Type.Boolean()),
    ...FlatCard,
    card: Type.Optional(CardPayment),
    another_card: AnotherCard,
    card_consent: Type.Optional(CardConsent),
    human_check: Type.Optional(HumanCheck),
    from_wallet: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ ...PurchaseView.properties, accepted: Type.Boolean() }),
  fields: Type.Object({
    transactionId: Nullable(Type.String()),
    amount: Type.Number(),
    ccbill_subscription_status: Nullable(Type.String()),
  }),
  errors: [...subscribe.errors, 'card-not-taken', 'migration-over', 'wallet-low'],
  idempotent: true,
  throttle: { max: 20, seconds: 600 },
});

export const askToMigrate = defineCall({
  method: 'POST',
  path: '/api/admin/update_user_migration_subscription',
  access: only('admin', 'sub_admin', 'model'),
  summary:
    'Ask a member to go on with the account that the site uses now, never ask, or ask when the site asks everybody (ADMIN-13).',
  body: Type.Object({
    user_id: Id,
    /** Null is as the site asks. */
    migration_subscription: Nullable(Type.Boolean()),
  }),
  data: Type.Object({ migration_subscription: Nullable(Type.Boolean()) }),
  errors: ['access-denied', 'not-found', 'not-subscribed'],
});
