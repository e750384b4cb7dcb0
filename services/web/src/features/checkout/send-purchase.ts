import type { PurchaseView } from '@backlot/contracts/memberships';
import type { CallMap } from '@backlot/contracts/calls';
import { useRef } from 'react';
import { ApiError, api, newIdempotencyKey } from '../../lib/api.ts';

type PurchaseCall = 'POST /api/v2/purchase/post-purchase' | 'POST /api/v2/subscription/subscribe';
type BodyOf<C extends PurchaseCall> = CallMap[C]['body'];

/** Pauses in milliseconds before a purchase whose answer did not come is sent again. */
const pauses = [1000, 2500, 5000];

/** No answer, or one that says nothing about the money: the outcome is unknown, not failed. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a purchase under one key, which is kept over retries: however often it arrives, it is made once. What stayed
 * without an answer is sent again as it was before anything else is.
 */
export function useSendPurchase<C extends PurchaseCall>(call: C): (body: BodyOf<C>) => Promise<PurchaseView> {
  const open = useRef<{ readonly body: BodyOf<C>; readonly key: string } | null>(null);
  return async (body) => {
    open.current ??= { body, key: newIdempotencyKey() };
    const { body: sent, key } = open.current;
    for (let tried = 0; ; tried += 1) {
      try {
        const answer = await (api as Send)(call, { body: sent, idempotencyKey: key });
        open.current = null;
        return answer.data;
      } catch (error) {
        if (!isUnknown(error)) {
          open.current = null;
          throw error;
        }
        const pause = pauses[tried];
        if (pause === undefined) throw error;
        await new Promise((resolve) => { setTimeout(resolve, pause); });
      }
    }
  };
}

type Send = (call: PurchaseCall, sent: { body: unknown; idempotencyKey: string }) => Promise<{ data: PurchaseView }>;
