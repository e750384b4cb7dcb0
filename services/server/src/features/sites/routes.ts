import * as calls from '@backlot/contracts/sites';
import { DomainError } from '@backlot/contracts';
import { readerOf, settingsFor, settingsOfGroup } from '@backlot/domain/settings';
import { asPerson } from '../../actor.ts';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { AGE_COOKIE } from '../../plugins/site-state.ts';
import { cleanHtml } from './clean-html.ts';
import { publishMedium } from '../uploads/index.ts';
import { findPage } from './setting-rows.ts';
import { updateSettings } from './update-settings.ts';

export const siteRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.getSettings, async ({ tenant, actor }) => ({
    data: settingsFor(readerOf(actor ? asPerson(actor, '0') : null), await ctx.settings.of(tenant)),
  })),
  ...[calls.landingSettings, calls.landingSettingsPosted].map((call) => route(call, async ({ tenant }) => ({
    data: settingsOfGroup('landing', settingsFor('public', await ctx.settings.of(tenant))),
  }))),
  route(calls.updateSettings, async ({ tenant, actor, body, now }) => ({
    message: 'update-settings-success', data: await updateSettings(ctx, tenant, actor, body, now),
  })),
  route(calls.publishLook, async ({ tenant, body }) => ({ data: { url: await publishMedium(ctx, tenant, body.media_id) } })),
  route(calls.pageHtml, async ({ tenant, query }) => {
    const page = await ctx.database.tenants.read(tenant, (db) => findPage(db, query.slug));
    if (page === null) throw new DomainError('not-found');
    const html = cleanHtml(page.html);
    return { data: { slug: page.slug, title: page.title, html }, html };
  }),
  route(calls.confirmAge, async () => ({ cookies: [{ name: AGE_COOKIE, value: '1', maxAgeSeconds: 180 * 86_400 }] })),
];
