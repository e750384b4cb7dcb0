import { useSetting } from '../../../lib/site.tsx';
import type { Bounds } from './post-checks.ts';

/** Between these lies the price of every locked post (POST-087). */
export const useUnlockBounds = (): Bounds => ({
  content_unlock_minimum_amount: useSetting('content_unlock_minimum_amount') ?? 5,
  content_unlock_maximum_amount: useSetting('content_unlock_maximum_amount') ?? 450,
});
