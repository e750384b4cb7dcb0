import { Type, type Static } from 'typebox';
import { defineCall, Nullable, OneOf, only } from './http/call.ts';

const ProviderState = Type.Object({
  provider: OneOf(['sandbox', 'sticky_io', 'ccbill'] as const),
  state: OneOf([
    'ready',
    /** Settings are missing or can't be right. */
    'incomplete',
    /** This server has no way to it. */
    'unavailable',
  ] as const),
  /** Keys of the settings to fill in or correct. */
  missing: Type.Array(Type.String()),
  /** What staff fill in at the provider; null where it is told with each charge, or while something is missing. */
  webhook_url: Nullable(Type.String()),
});
export type ProviderState = Static<typeof ProviderState>;

/** What a site's cards are paid with, and what it still lacks. */
export const CardProvider = Type.Object({
  ...ProviderState.properties,
  /** What takes what the first has declined; null where none is named. */
  second: Nullable(ProviderState),
});
export type CardProvider = Static<typeof CardProvider>;

export const showCardProvider = defineCall({
  method: 'GET',
  path: '/api/app_settings/card-provider',
  access: only('admin'),
  summary: "Which provider takes the site's cards, what is missing for it, and where its webhooks go.",
  data: CardProvider,
  errors: [],
});
