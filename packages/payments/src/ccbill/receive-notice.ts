import { createHash } from 'node:crypto';
import type { ReadWebhook, WebhookRequest, WebhookVerdict } from '../webhook.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import { readableFields, readFields, type Fields } from './notice-fields.ts';
import { externalIdOf, readNotice, unreadNotice } from './read-notice.ts';

/**
 * A notice is let in by the account's secret path, which whoever calls has checked, and by where it comes from; CCBill signs
 * nothing. What it tells is confirmed before it is acted on (`confirm`). What can't be read is kept for somebody to look at:
 * sent again it would be no clearer.
 */
export function receiveNotice(hosts: CcbillHosts, account: CcbillAccount, request: WebhookRequest): WebhookVerdict {
  if (account.account === '' || account.salt === '') return { ok: false, reason: 'not-configured' };
  if (!hosts.isSource(request.address)) return { ok: false, reason: 'address-foreign' };
  const fields = readFields(request.raw, request.query);
  const { timeZone } = request;
  const { salt, subAccount, rest } = account;
  const events = fields && readNotice(fields, { salt, subAccount, keepsCards: rest !== null, timeZone });
  const known = fields ?? readableFields(request.raw, request.query);
  if ((known['clientAccnum'] ?? account.account) !== account.account) return { ok: false, reason: 'unreadable' };
  if (fields !== null && events !== null) return received(externalIdOf(fields), fields, events);
  const digest = createHash('sha256')
    .update(request.raw)
    .update(known['eventType'] ?? '')
    .digest('hex');
  const unread = unreadNotice(known, digest, new Date());
  return received(unread.externalId, known, [unread]);
}

const received = (externalId: string, fields: Fields, events: ReadWebhook['events']): ReadWebhook => ({
  ok: true,
  externalId,
  events,
  kept: { raw: Buffer.from(JSON.stringify(fields)), headers: {} },
  reply: { contentType: 'text/plain', body: 'OK' },
});
