import type { StoredMail } from '@backlot/notify';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The development mailbox as a page; mails are shown in frames without scripts. */
export function mailboxPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    (mail) => `<article><header><b>${escape(mail.subject)}</b>
<span>${escape(mail.from.name)} &lt;${escape(mail.from.address)}&gt; → ${escape(mail.to)} · <time>${escape(mail.sentAt)}</time></span></header>
<p class="links">${[...new Set(mail.text.match(/https?:\/\/\S+/g) ?? [])].map((link) => `<a href="${escape(link)}">${escape(link)}</a>`).join('<br>')}</p>
<iframe sandbox="" title="${escape(mail.subject)}" srcdoc="${escape(mail.html)}"></iframe></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;background:#f6f6f4;color:#1c1c1a}article{background:#fff;border-radius:10px;padding:1rem;margin:0 0 1rem}
header span{display:block;color:#666;font-size:13px}iframe{width:100%;height:22rem;border:1px solid #e3e3df;border-radius:8px}a{color:#0b56c4;word-break:break-all}</style>
<h1>Mailbox</h1>${items.join('') || '<p>No mail yet.</p>'}</html>`;
}
