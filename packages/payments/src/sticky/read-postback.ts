import { randomUUID } from 'node:crypto';
import type { WebhookRequest, WebhookVerdict } from '../webhook.ts';

const reply = { contentType: 'application/json', body: '{"success":true,"message":"ok","data":null}' };

/**
 * A postback: an address with `order_id` in it, by any method. Nothing proves it and its other tokens are not documented,
 * so it only says which order to look at. It has no number of its own: what came twice is looked at twice.
 */
export function readPostback({ query, raw }: WebhookRequest, now: Date): WebhookVerdict {
  const orderId = query.get('order_id') ?? new URLSearchParams(raw.toString('utf8').slice(0, 4_096)).get('order_id');
  // A token that was not replaced stands there as it was written: `{order_id}`.
  if (orderId === null || !/^\d{1,20}$/.test(orderId)) return { ok: false, reason: 'unreadable' };
  const externalId = `${orderId}-${randomUUID()}`;
  return {
    ok: true,
    externalId,
    events: [{ type: 'look', externalId, about: { providerRef: orderId }, occurredAt: now.toISOString() }],
    kept: { raw: Buffer.from(`order_id=${orderId}`), headers: {} },
    reply,
  };
}
