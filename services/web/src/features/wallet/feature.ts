import type { FanFeature } from '../../lib/feature.ts';

export const wallet = {
  events: async () => (await import('./wallet-events.ts')).walletEvents,
} satisfies FanFeature;
