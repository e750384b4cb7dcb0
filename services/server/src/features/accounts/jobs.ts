import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { job } from '../../jobs/job.ts';
import type { UserRow } from '../../session/session-rows.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { siteAddress } from '../../sites/site-address.ts';
import { findIdentity } from './people/identity-rows.ts';
import { sendMail } from './mails.ts';
import { resetToken } from './password/reset-links.ts';
import { findUser } from './people/user-rows.ts';
import { insertSentReceipt, type SentReceiptRow } from './sent-receipt-rows.ts';

export const sendMailJob = job({
  name: 'send-mail',
  async run({ ctx, tenant, payload: { kind, userId, facts: params } }) {
    const user = await ctx.database.tenants.read(tenant, (db) => findUser(db, userId));
    // An account that gave its address away has no mailbox.
    if (user === null || user.status !== 'active' || user.former_email_key !== null || !(await mayEnter(ctx, user)))
      return;
    const settings = await ctx.settings.of(tenant);
    // The token is made when it is sent: the queue holds none.
    const token = kind === 'reset' ? await resetToken(ctx.secrets, tenant, String(params['resetId'])) : null;
    const tellsOfSale = kind === 'receipt' || kind === 'charge-explained';
    const receipt = tellsOfSale ? ctx.sells.get(String(params['sold'])).present.receipt : null;
    // As the site takes cards when it is sent, unless a provider tries again with the card that it has.
    const canAddCard = ctx.sells.all.some(({ later }) => later?.canAddCard(ctx, settings) === true) ? 1 : 0;
    const id = createHash('sha256')
      .update(JSON.stringify([tenant.id, kind, userId, params]))
      .digest('hex')
      .slice(0, 32);
    await sendMail(ctx, tenant, settings, {
      // Whoever reads an unproved mailbox may not be who typed the name.
      id,
      to: user.email,
      name: user.name,
      isProved: user.email_proved_at !== null,
      language: user.language ?? tenant.locale,
      kind,
      params: { ...(kind === 'renewal-failed' ? { canAddCard } : {}), ...params, token },
      receipt,
      base: siteAddress(ctx.config, tenant),
    });
    const { intentId } = params;
    if (kind === 'receipt' && typeof intentId === 'string')
      await noteReceipt(ctx, tenant, { intent_id: intentId, sent_at: ctx.clock.now(), address: user.email });
  },
});

/** As evidence, should the payment be disputed. Failing would send the mail again. */
async function noteReceipt(ctx: AppContext, tenant: Tenant, row: SentReceiptRow): Promise<void> {
  try {
    await ctx.database.tenants.write(tenant, (db) => insertSentReceipt(db, row));
  } catch (error) {
    if (!isUndefinedTable(error)) ctx.log.error({ err: error, tenant: tenant.id }, 'a sent receipt could not be noted');
  }
}

/** An account without any password is nobody's yet (demo people): there is nobody to write to. */
async function mayEnter(ctx: AppContext, { identity_id: id, password_hash: own }: UserRow): Promise<boolean> {
  if (own !== null || id === null) return own !== null;
  const identity = await ctx.database.shared.read((db) => findIdentity(db, id));
  return identity?.password_hash != null;
}
