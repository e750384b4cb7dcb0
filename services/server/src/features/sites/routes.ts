import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/sites';
import { listTags } from '@backlot/contracts/tags';
import { nestSettings, readerOf, settingsFor, settingsOfGroup } from '@backlot/domain/settings';
import { type Actor, asPerson } from '../../actor.ts';
import { AGE_COOKIE } from '../../admit/admit.ts';
import { type CallRequest, type CallRoute, route } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { publishMedium } from '../media/index.ts';
import { tagsOfPage } from '../tags/index.ts';
import { ccbillSettingRoutes } from './ccbill-settings.ts';
import { answerOf, noPictureIn, updateSettings } from './change-settings.ts';
import { cleanHtml } from './clean-html.ts';
import { likeTheWebsite } from './like-the-website.ts';
import { findPage } from './page-rows.ts';
import { settingGroupRoutes } from './setting-groups.ts';
import { showSettingHistory, undoSettingChange } from './setting-history.ts';

export const siteRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.getSettings, async (request) => ({ data: await showSettings(ctx, request) })),
  route(calls.settingsVersion, async ({ tenant }) => ({ data: { version: await ctx.settings.versionOf(tenant) } })),
  ...[calls.landingSettings, calls.landingSettingsPosted].map((call) =>
    route(call, async ({ tenant }) => ({
      data: nestSettings(settingsOfGroup('landing', settingsFor('public', await ctx.settings.of(tenant)))),
    })),
  ),
  route(calls.updateSettings, async ({ tenant, actor, body, now }) => {
    const saved = await updateSettings(ctx, tenant, actor, body, now);
    return { ...answerOf(saved), data: nestSettings(saved.settings) };
  }),
  ...settingGroupRoutes(ctx),
  ...ccbillSettingRoutes(ctx),
  route(calls.settingHistory, async ({ tenant, actor, query: { keys, before, limit = 20 } }) => ({
    data: await showSettingHistory(ctx, tenant, actor, {
      ...(keys === undefined ? {} : { keys: keys.split(',') }),
      ...(before === undefined ? {} : { before }),
      limit,
    }),
  })),
  route(calls.undoSettingChange, async ({ tenant, actor, body, now }) => ({
    message: 'update-settings-success',
    data: await undoSettingChange(ctx, tenant, actor, body.change_id, now),
  })),
  route(calls.publishLook, async ({ tenant, body, now }) => ({
    data: { url: await publishMedium(ctx, tenant, body.media_id, now) },
  })),
  route(calls.removeLook, async ({ tenant, actor, body: { key = 'theme_background_image' }, now }) => {
    const none = noPictureIn(key);
    if (none === null)
      throw new DomainError('setting-unknown', { key }, { fields: [{ field: 'key', code: 'setting-unknown' }] });
    const saved = await updateSettings(ctx, tenant, actor, { [key]: none }, now);
    return { ...answerOf(saved), data: nestSettings({ [key]: none }) };
  }),
  route(calls.pageHtml, async ({ tenant, query }) => {
    const page = await ctx.database.tenants.read(tenant, (db) => findPage(db, query.slug));
    if (page === null) throw new DomainError('not-found');
    const html = cleanHtml(page.html);
    return { data: { slug: page.slug, title: page.title, html }, html };
  }),
  route(calls.likeTheWebsite, async ({ tenant, body, now }) => {
    await likeTheWebsite(ctx, tenant, body, now);
    return { message: 'like-sent-title' };
  }),
  route(calls.confirmAge, async () => ({ cookies: [{ name: AGE_COOKIE, value: '1', maxAgeSeconds: 180 * 86_400 }] })),
];

type From = Pick<CallRequest<never>, 'tenant' | 'admits' | 'now'> & { readonly actor: Actor | null };

/** What the caller may read, in the documents' form: `wallet_settings.…` as fields of an object, with the feed's tags. */
async function showSettings(ctx: AppContext, { tenant, actor, admits, now }: From): Promise<Record<string, unknown>> {
  const settings = await ctx.settings.of(tenant);
  const person = actor && asPerson(actor, '0');
  // Settings are told to everybody; tags speak of posts, and keep to the gates as those do.
  const tags = settings.feed_tags_enable && admits(listTags) ? await tagsOfPage(ctx, tenant, actor, now) : [];
  return {
    ...nestSettings(settingsFor(readerOf(person), settings)),
    feed_tags: tags.map(({ id, name, slug }) => ({ _id: id, name, slug })),
  };
}
