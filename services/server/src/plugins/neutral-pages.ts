import { textOf } from '../texts.ts';
import type { Config } from '../config.ts';
import type { Tenant } from '../tenant.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const frame = (title: string, body: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:12vh auto;padding:0 1.5rem;color:#1d1d1b;background:#fafaf8}
h1{font-size:1.6rem}a{color:#0b56c4}table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #ddd}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8bb8ff}td,th{border-color:#333}}</style>
<main>${body}</main></html>`;

/** For hosts that belong to nobody here: names no site and no product. */
export const neutralNotFound = (language: string): string =>
  frame('404', `<h1>404</h1><p>${escape(textOf(language, 'not-found-text'))}</p>`);

/** Outside production, plain `localhost` lists the sites there are. */
export function sitesList(tenants: readonly Tenant[], port: string, config: Config): string {
  const rows = tenants.map((tenant) => {
    const address = `${config.publicScheme}://${tenant.canonicalHost ?? ''}${port}/`;
    return `<tr><td>${escape(tenant.slug)}</td><td><a href="${escape(address)}">${escape(address)}</a></td></tr>`;
  });
  return frame('Sites', `<h1>Sites on this machine</h1><table><tr><th>Site</th><th>Address</th></tr>${rows.join('')}</table>
<p><a href="${config.publicScheme}://${config.platformHost}${port}/mailbox">Mailbox</a></p>`);
}
