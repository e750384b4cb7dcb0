import { queryKeys } from '@backlot/contracts/bootstrap';
import type { EventHandlers } from '../../lib/feature.ts';
import { settingsKey } from '../../lib/site.tsx';

/** A membership opens and closes posts, and with them everything that shows them. */
export const membershipEvents = {
  MEMBERSHIP_CHANGED: (_, { queries, site }) => {
    for (const queryKey of [
      queryKeys.me(site),
      queryKeys.quote(site),
      [site, 'feed'],
      [site, 'post'],
      [site, 'gallery'],
      settingsKey(site),
    ])
      void queries.invalidateQueries({ queryKey });
  },
} satisfies EventHandlers;
