import type { ServerEvents } from '@backlot/contracts/events';
import type { QueryClient } from '@tanstack/react-query';
import { applyEvent, loadHandlers } from '../../src/app/live/live-updates.tsx';
import type { EventToast, Feature } from '../../src/lib/feature.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';

interface Page {
  readonly queries: QueryClient;
  readonly site: string;
  readonly features: readonly Feature[];
}

/** An event as it reaches an open page. Answers what the page tells of it. */
export async function tell<E extends keyof ServerEvents>(
  event: E,
  data: ServerEvents[E],
  { queries, site, features }: Page,
): Promise<readonly EventToast[]> {
  const { t } = await loadTexts('en');
  return applyEvent(await loadHandlers(features), { event, data, id: 1 }, { queries, site, currency: 'USD', t });
}
