import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, only } from './http/call.ts';
import { PaymentAccount } from './payment-lookup.ts';

/** An account with a provider that the site takes or took cards with. */
export const ProviderAccount = Type.Object({
  _id: Id,
  account: PaymentAccount,
  opened_at: Type.String(),
  /** Since when it takes no new customers; null while it takes them, and where that was not noted. */
  draining_since: Nullable(Type.String()),
  /** Members whom it charges, and series that it was asked to end and has not confirmed. */
  members: Type.Integer(),
  ending: Type.Integer(),
  /** Payments whose end is not known yet, and refunds that it was asked for. */
  under_way: Type.Integer(),
  /** Of the list of open items. */
  open_items: Type.Integer(),
  last_payment_at: Nullable(Type.String()),
  /** When its last webhook came. */
  last_notice_at: Nullable(Type.String()),
  /** Where its webhooks go; null where the provider is told with each charge, or it has none yet. */
  webhook_url: Nullable(Type.String()),
  /** The site has left it, and nothing of ours needs it any more. */
  may_close: Type.Boolean(),
});
export type ProviderAccount = Static<typeof ProviderAccount>;

export const listProviderAccounts = defineCall({
  method: 'GET',
  path: '/api/admin/provider-accounts',
  access: only('admin'),
  summary:
    'The accounts with card providers that this site has and had, those in use first: what is still billed and open there, and when they told something last.',
  data: Type.Object({ accounts: Type.Array(ProviderAccount) }),
  errors: [],
});
