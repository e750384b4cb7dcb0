import { DomainError } from '@backlot/contracts';
import type { DocumentedMe, MeView } from '@backlot/contracts/accounts';
import { sql, type Sql } from '@backlot/database/sql';
import { opensOpenItems } from '@backlot/domain/people/capabilities';
import { showsRebillFailed } from '@backlot/domain/memberships/rebill-failed';
import type { Settings } from '@backlot/domain/settings';
import { isAdminRole, type Person } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { callerRow } from '../accounts/index.ts';
import { countOpenItems } from '../checkout/index.ts';
import { walletRow } from '../ledger/index.ts';
import {
  besideMembership,
  countUnendedSeries,
  findMigration,
  isCancellationFinal,
  isRenewedByUs,
  renewalAtRisk,
  type Membership,
} from '../memberships/index.ts';
import { countCryptoAlarms, lastUsedCurrency } from '../crypto/index.ts';
import { unreadCountsOf } from '../notifications/index.ts';
import { presentDocumentedMe, presentMe, type MeSources } from './present-me.ts';

/**
 * The caller as the client sees it: one statement; for those who settle money, for members without an end or whose provider
 * may renew by itself, in the week before a renewal and after a cancellation some more.
 */
export const meOf = async (ctx: AppContext, tenant: Tenant, actor: Actor, now: Date): Promise<MeView> =>
  presentMe(await sourcesOf(ctx, tenant, actor, now));

/** The same with all of the documents' fields, for callers other than our pages. */
export async function documentedMeOf(ctx: AppContext, tenant: Tenant, actor: Actor, now: Date): Promise<DocumentedMe> {
  const sources = await sourcesOf(ctx, tenant, actor, now);
  return presentDocumentedMe(presentMe(sources), sources.unread, sources.caller.lastCoin);
}

/** Rows of three features and the membership beside them. */
const callerStatement = (userId: string, currency: string): Sql<MeSources['caller']> => sql<MeSources['caller']>`
  select c.*, w."balanceMinor", w."owedMinor", ${lastUsedCurrency(userId)} as "lastCoin"
  from (${callerRow(userId)}) c cross join (${walletRow(userId, currency)}) w`;

/** Asked only where it may be so: of a cancelled membership, of one without an end, and of one whose provider may drive the renewals. */
const mayBeFinal = ({ providers }: AppContext, { status, provider, expiresAt }: Membership): boolean =>
  status === '1' ||
  (status === '2' && (expiresAt === null || providers.driver(provider ?? '')?.mayDriveRenewals === true));

async function sourcesOf(ctx: AppContext, tenant: Tenant, actor: Actor, now: Date): Promise<MeSources> {
  const settings = await ctx.settings.of(tenant);
  const { caller, membership, isFinal, isOurs, risk, migration, unread, openItems } = await ctx.database.tenants.read(
    tenant,
    async (db) => {
      const found = await besideMembership(db, callerStatement(actor.userId, settings.currency), actor.userId, now);
      if (found === null) throw new DomainError('session-ended');
      const { row, membership } = found;
      return {
        caller: row,
        membership,
        isFinal: mayBeFinal(ctx, membership) && (await isCancellationFinal(db, actor.userId, now)),
        isOurs: membership.isRebillFailed && (await isRenewedByUs(db, actor.userId)),
        risk: await renewalAtRisk(db, actor.userId, membership, now),
        migration: mayBeAsked(membership, settings)
          ? await findMigration(ctx, db, settings, { userId: actor.userId, now })
          : null,
        unread: isAdminRole(actor.role) ? await unreadCountsOf(db, actor, settings) : null,
        openItems: opensOpenItems(asPerson(actor, '0'))
          ? (await countOpenItems(db)) + (await countUnendedSeries(db)) + (await countCryptoAlarms(db))
          : 0,
      };
    },
  );
  const showRebillFailedPopup = showsRebillFailed(
    asPerson(actor, membership.status),
    membership.isRebillFailed,
    isOurs,
    settings,
  );
  return {
    caller,
    role: actor.role,
    membership,
    isCancellationFinal: isFinal,
    // What renews and is not cancelled yet can end for good only where nobody but its provider has a card to charge.
    renewsAtProvider: membership.status === '2' && membership.expiresAt !== null && isFinal,
    isOurs,
    risk,
    showRebillFailedPopup,
    showMigrationPopup: migration !== null,
    unread,
    openItems,
    locale: tenant.locale,
  };
}

/** Told without a statement for most: who is charged next, on a site that asks or of whom staff want it asked. */
const mayBeAsked = ({ nextBillingAt, migrationAsked }: Membership, settings: Settings): boolean =>
  nextBillingAt !== null && (migrationAsked ?? settings['migrate_subscription.is_enabled']);

/** A viewer as the pure rules know a person. */
export const personOf = (me: Pick<MeView, 'role' | 'ccbillSubscriptionStatus'>): Person => ({
  role: me.role,
  status: me.ccbillSubscriptionStatus,
  isProxy: me.role === 'proxy_user',
});
