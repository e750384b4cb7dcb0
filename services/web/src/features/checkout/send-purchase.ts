import type { PurchaseView } from '@backlot/contracts/purchases';
import type { CallMap } from '@backlot/contracts/http/calls';
import { useRef } from 'react';
import { ApiError, api, newIdempotencyKey } from '../../lib/api.ts';
import type { HumanChecking } from '../../lib/human-check/use-human-check.ts';
import { goToPayer } from './waiting/go-to-payer.ts';
import { beginPurchase, endPurchase } from '../../entities/purchase/purchase-in-front.ts';

type PurchaseCall =
  | 'POST /api/v2/purchase/post-purchase'
  | 'POST /api/v2/purchase/another-way'
  | 'POST /api/v2/subscription/subscribe'
  | 'POST /api/crypto/purchase-from-wallet'
  | 'POST /api/resubscribe-offer/resubscribe'
  | 'POST /api/migrate-subscription-for-user';
type BodyOf<C extends PurchaseCall> = CallMap[C]['body'];
type AnswerOf<C extends PurchaseCall> = CallMap[C]['answer']['data'];

/** Pauses in milliseconds before a purchase whose answer did not come is sent again. */
const pauses = [1000, 2500, 5000];

/** No answer, or one that says nothing about the money: the outcome is unknown, not failed. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a purchase under one key, which is kept over retries: however often it arrives, it is made once. What stayed
 * without an answer is sent again as it was before anything else is. `checked` is the form's: a card that was typed, or is
 * going to be on the provider's page, may need a human check.
 */
export function useSendPurchase<C extends PurchaseCall>(
  call: C,
): (body: BodyOf<C>, checked?: HumanChecking['run']) => Promise<AnswerOf<C>> {
  const open = useRef<{ readonly body: BodyOf<C>; readonly key: string } | null>(null);
  return async (body, checked = unchecked) => {
    open.current ??= { body, key: newIdempotencyKey() };
    const { body: sent, key } = open.current;
    let isSettled = false;
    beginPurchase();
    try {
      const { data } = await checked((given) =>
        retried(() => (api as Send)(call, { body: { ...sent, ...given }, idempotencyKey: key })),
      );
      isSettled = data.state !== 'pending';
      open.current = null;
      goToPayer(data);
      return data as AnswerOf<C>;
    } catch (error) {
      isSettled = !isUnknown(error);
      if (isSettled) open.current = null;
      throw error;
    } finally {
      endPurchase(isSettled);
    }
  };
}

/** From the wallet. */
const unchecked: HumanChecking['run'] = (send) => send({});

/** Sent again after each pause as long as no answer comes. */
async function retried<R>(send: () => Promise<R>): Promise<R> {
  for (const pause of pauses) {
    try {
      return await send();
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return send();
}

type Send = (call: PurchaseCall, sent: { body: unknown; idempotencyKey: string }) => Promise<{ data: PurchaseView }>;
