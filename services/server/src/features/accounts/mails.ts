import type { Settings } from '@backlot/domain/settings';
import { directionOf } from '@backlot/domain/formats/text';
import type { AppContext } from '../../context.ts';
import type { MailParams, MailKind } from '../../mail/mail-later.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { textOf } from '../../texts/texts.ts';
import { writeMail } from './mail-texts.ts';
import type { MailText, MailVoice } from './mail-voice.ts';
import type { ReceiptOf } from './write-receipt.ts';
import { isGivenName } from './people/names.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Addresses of the site alone become links: names and messages of others stand in mails too. */
const withLinks = (text: string, base: string): string =>
  escape(text).replace(/https?:\/\/\S+/g, (link) =>
    link === base || link.startsWith(`${base}/`) ? `<a href="${link}" style="color:inherit">${link}</a>` : link,
  );

/** Nothing of the person is said to a mailbox that nobody has proved. */
export interface MailContent {
  id: string;
  to: string;
  name: string;
  isProved: boolean;
  language: string;
  kind: MailKind;
  params: MailParams;
  /** How it tells of what was sold. */
  receipt?: ReceiptOf | null;
  base: string;
}

/** A mail in the site's name and colours, as text and as HTML. */
export async function sendMail(
  ctx: AppContext,
  tenant: Tenant,
  settings: Settings,
  content: MailContent,
): Promise<void> {
  const site = settings.site_name || tenant.slug;
  const voice: MailVoice = {
    language: content.language,
    timeZone: settings.timezone,
    site,
    descriptor: settings.statement_descriptor,
    base: content.base,
  };
  const mail = writeMail(content.kind, content.params, voice, content.receipt ?? null);
  const say = (id: string, params = {}): string => textOf(content.language, id, { ...params, site });
  const merchant = [settings.merchant_legal_name, settings.merchant_address].filter(Boolean).join(', ');
  const footer = [
    say(content.kind === 'invitation' ? 'mail-invitation-why' : content.isProved ? 'mail-why' : 'mail-why-unproved'),
    merchant,
  ].filter(Boolean);
  const host = tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost';
  const greeting =
    content.isProved && content.name && !isGivenName(content.name)
      ? say('mail-greeting', { name: content.name })
      : say('mail-greeting-plain');
  await ctx.mailer.send({
    id: content.id,
    to: content.to,
    from: { name: site, address: ctx.config.mailFrom ?? `no-reply@${host}` },
    subject: mail.subject,
    text: [
      greeting,
      ...mail.paragraphs,
      `${mail.button}: ${content.base}${mail.path}`,
      say('mail-signature'),
      footer.join('\n'),
    ].join('\n\n'),
    html: htmlOf({
      mail,
      greeting,
      footer,
      site,
      accent: settings.theme_color || '#333333',
      language: content.language,
      base: content.base,
      link: `${content.base}${mail.path}`,
    }),
  });
}

function htmlOf(content: {
  mail: MailText;
  greeting: string;
  footer: readonly string[];
  site: string;
  accent: string;
  language: string;
  base: string;
  link: string;
}): string {
  const paragraphs = [content.greeting, ...content.mail.paragraphs]
    .map((text) => `<p style="white-space:pre-line">${withLinks(text, content.base)}</p>`)
    .join('');
  return `<!doctype html><html lang="${content.language}" dir="${directionOf(content.language)}"><body style="margin:0;background:#f4f3f0;font:16px/1.55 system-ui,sans-serif;color:#222">
<div style="max-width:520px;margin:32px auto;padding:32px;background:#fff;border-radius:12px"><p style="margin:0 0 20px;font-weight:600">${escape(content.site)}</p>
${paragraphs}<p style="margin:28px 0"><a href="${escape(content.link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${escape(content.accent)};color:#fff;text-decoration:none">${escape(content.mail.button)}</a></p>
<p style="color:#777;font-size:13px">${content.footer.map(escape).join('<br>')}</p></div></body></html>`;
}
