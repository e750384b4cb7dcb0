import type { WebhookRequest, WebhookVerdict } from '../webhook.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import { readFields } from './notice-fields.ts';
import { externalIdOf, readNotice } from './read-notice.ts';

/**
 * A notice is let in by the account's secret path, which whoever calls has checked, and by where it comes from; CCBill signs
 * nothing. What it tells is confirmed before it is acted on (`confirm`).
 */
export function receiveNotice(hosts: CcbillHosts, account: CcbillAccount, request: WebhookRequest): WebhookVerdict {
  if (account.account === '' || account.salt === '') return { ok: false, reason: 'not-configured' };
  if (!hosts.isSource(request.address)) return { ok: false, reason: 'address-foreign' };
  const fields = readFields(request.raw, request.query);
  if (fields === null || (fields['clientAccnum'] ?? account.account) !== account.account)
    return { ok: false, reason: 'unreadable' };
  const events = readNotice(fields, { salt: account.salt, keepsCards: account.rest !== null });
  if (events === null) return { ok: false, reason: 'unreadable' };
  return {
    ok: true,
    externalId: externalIdOf(fields),
    events,
    kept: { raw: Buffer.from(JSON.stringify(fields)), headers: {} },
    reply: { contentType: 'text/plain', body: 'OK' },
  };
}
