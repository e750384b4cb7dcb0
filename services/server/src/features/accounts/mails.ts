import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { textOf, type TextParams } from '../../texts.ts';

export type MailKind = 'welcome' | 'reset' | 'receipt' | 'renewal-failed' | 'cancelled';

/** Enqueued with the change it tells of; sent at least once under the same id. */
export const mailLater = (db: TenantDb, kind: MailKind, userId: string, facts: TextParams = {}): Promise<void> =>
  enqueueJob(db, 'send-mail', { kind, userId, facts });

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface MailParts { id: string; to: string; language: string; kind: MailKind; params: TextParams; link: string }

/** A mail in the site's name and colours, as text and as HTML. Its texts are `mail-<kind>-…`. */
export async function sendMail(ctx: AppContext, tenant: Tenant, settings: Settings, parts: MailParts): Promise<void> {
  const site = settings.site_name || tenant.slug;
  const params = { ...parts.params, site, descriptor: settings.statement_descriptor };
  const say = (part: string): string => textOf(parts.language, `mail-${parts.kind}-${part}`, params);
  const footer = [settings.merchant_legal_name, settings.merchant_address].filter(Boolean).join(', ');
  const host = tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost';
  const accent = settings.theme_color || '#333333';
  await ctx.mailer.send({
    id: parts.id, to: parts.to, from: { name: site, address: `${ctx.config.mailFrom}@${host}` }, subject: say('subject'),
    text: [say('body'), '', `${say('button')}: ${parts.link}`, '', footer].join('\n'),
    html: `<!doctype html><html lang="${parts.language}" dir="${parts.language === 'ar' ? 'rtl' : 'ltr'}"><body style="margin:0;background:#f4f3f0;font:16px/1.55 system-ui,sans-serif;color:#222">
<div style="max-width:520px;margin:32px auto;padding:32px;background:#fff;border-radius:12px"><p style="margin:0 0 20px;font-weight:600">${escape(site)}</p>
<p style="white-space:pre-line">${escape(say('body'))}</p><p style="margin:28px 0"><a href="${escape(parts.link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${escape(accent)};color:#fff;text-decoration:none">${escape(say('button'))}</a></p>
<p style="color:#777;font-size:13px">${escape(footer)}</p></div></body></html>`,
  });
}
