import type { Database } from '@backlot/database';
import { validateSetting } from '@backlot/domain/settings';
import { emailError } from '@backlot/domain/people/email';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { invite, type Invited } from '../features/accounts/index.ts';
import { saveSettings } from '../features/sites/index.ts';
import { openContext } from '../process/open-context.ts';
import { OperatorError } from '../process/operator-error.ts';
import { provisionSite } from './provision-site.ts';
import { requireSiteDefinition, type SiteDefinition } from './site-definition.ts';
import type { Tenant } from './tenant.ts';

export interface NewSite extends SiteDefinition {
  /** Email of the person it belongs to. */
  readonly owner: string;
  /** As visitors read it. */
  readonly name?: string;
  readonly timezone?: string;
}

/**
 * A new site with its first settings, and an invitation to its creator.
 * @throws an OperatorError before anything is made, for a field that cannot be
 */
export async function createSite(
  database: Database,
  config: Config,
  wanted: NewSite,
): Promise<{ site: Tenant; invited: Invited }> {
  if (emailError(wanted.owner) !== null) throw new OperatorError(`'${wanted.owner}' is no email address of an owner.`);
  requireSiteDefinition(wanted, config.platformHost);
  const settings = firstSettings(wanted);
  return withContext(database, config, async (ctx) => {
    const site = await provisionSite(database, wanted, config.platformHost);
    await database.tenants.write(site, (db) => saveSettings(db, settings, null, ctx.clock.now()));
    return { site, invited: await invite(ctx, site, { email: wanted.owner, role: 'model' }) };
  });
}

/** Invites one person to a site that is there. @throws an OperatorError */
export const inviteTo = (
  database: Database,
  config: Config,
  site: Tenant,
  who: { email: string; role: string },
): Promise<Invited> => withContext(database, config, (ctx) => invite(ctx, site, who));

async function withContext<R>(database: Database, config: Config, work: (ctx: AppContext) => Promise<R>): Promise<R> {
  const { ctx, close } = await openContext(config, { database });
  try {
    return await work(ctx);
  } finally {
    await close();
  }
}

function firstSettings({ currency, locale, theme, name, timezone }: NewSite): Record<string, unknown> {
  const wanted = { currency, default_language: locale, theme_name: theme, site_name: name, timezone };
  return Object.fromEntries(
    Object.entries(wanted)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const checked = validateSetting(key, value);
        if (!checked.ok) throw new OperatorError(`'${value}' can't be the ${key.replace('_', ' ')} of a site.`);
        return [key, checked.value];
      }),
  );
}
