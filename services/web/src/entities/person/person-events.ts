import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { EventHandlers } from '../../lib/feature.ts';

/** What the signed-in person is told of themself. */
export const personEvents = {
  UNREAD_COUNT: (counts, { queries, site }) => {
    queries.setQueryData<MeView | null>(queryKeys.me(site), (me) => me && { ...me, ...counts });
  },
} satisfies EventHandlers;
