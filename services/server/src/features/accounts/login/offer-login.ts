import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { siteAddress } from '../../../sites/site-address.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findIdentityByEmail } from '../people/identity-rows.ts';
import { sendMail } from '../mails.ts';
import { offerToken } from '../password/reset-links.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'offer-login': Offer;
  }
}

export const OFFER_HOURS = 2;

interface Offer {
  readonly key: string;
  readonly language: string;
  readonly isOwner: boolean;
}

/** After every login that was refused, so that the answer's time is the same whether a mail follows or not. */
export async function offerLoginLater(ctx: AppContext, tenant: Tenant, offer: Offer): Promise<void> {
  await ctx.database.tenants.write(tenant, (db) => later(db, 'offer-login', offer));
}

/**
 * Somebody came with the right password of an identity whose mailbox nobody has proved. Whoever reads that mailbox may
 * choose a password and use it here too; the one that was typed is worth nothing (DECISIONS 53).
 */
export const offerLoginJob = job({
  name: 'offer-login',
  async run({ ctx, tenant, payload: { key, language, isOwner } }) {
    if (!isOwner) return;
    const identity = await ctx.database.shared.read((db) => findIdentityByEmail(db, key));
    if (identity === null || identity.proved_at !== null) return;
    const expiresAt = ctx.clock.now().getTime() + OFFER_HOURS * 3_600_000;
    const token = offerToken(ctx.secrets, tenant, identity, expiresAt);
    await sendMail(ctx, tenant, await ctx.settings.of(tenant), {
      id: `offer-${identity.id}-${Math.floor(expiresAt / 3_600_000)}`,
      to: key,
      name: '',
      isProved: false,
      language,
      kind: 'offer',
      params: { token },
      base: siteAddress(ctx.config, tenant),
    });
  },
});
