import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { Head } from './app/head.ts';
import type { PageAssets } from './assets.ts';
import { firstDataScript, schemeScript } from './inline-scripts.ts';
import { landingScript } from './landing-script.ts';
import { readSetting } from './lib/settings.ts';
import { sessionKey } from './lib/storage/session-token.ts';

export interface DocumentContent {
  readonly bootstrap: Bootstrap;
  readonly head: Head;
  /** The area's markup; empty where the browser makes it. */
  readonly body: string;
  readonly assets: PageAssets;
  /** Address → hash of scripts that are loaded later; empty for none. */
  readonly laterIntegrity: Readonly<Record<string, string>>;
  /** Text of the stylesheets that are written into the page, so that the first picture waits for nothing else. */
  readonly inlined: Readonly<Record<string, string>>;
  /** Custom properties of the theme (`themeStyles`). */
  readonly themeCss: string;
  /** Colours of the browser's own frame. */
  readonly frameColours: { readonly light: string; readonly dark: string };
}

/** The whole HTML of a page. Pure; everything that comes from outside is escaped here. */
export function renderDocument(content: DocumentContent): string {
  const { bootstrap, body, assets, themeCss, inlined } = content;
  const [written, linked] = [
    assets.styles.filter((style) => style in inlined),
    assets.styles.filter((style) => !(style in inlined)),
  ];
  // A file that was changed on its way, or where it lies, is not run (PCI DSS 6.4.3).
  const sealed = (file: string): string =>
    assets.integrity[file] === undefined ? '' : ` integrity="${attribute(assets.integrity[file])}"`;
  const { site, nonce, settings } = bootstrap;
  const mode = readSetting(settings, 'colour_mode') ?? 'system';
  const scheme = mode === 'system' ? '' : ` data-scheme="${attribute(mode)}"`;
  return [
    '<!doctype html>',
    `<html lang="${attribute(site.language)}" dir="${site.direction}" data-theme="${attribute(site.theme)}"${scheme}${bootstrap.isPreview ? ' data-preview' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...headTags(content),
    // A preview shows the site's own choice.
    ...(bootstrap.isPreview ? [] : [`<script nonce="${attribute(nonce)}">${schemeScript}</script>`]),
    ...assets.fonts.map(
      (font) => `<link rel="preload" as="font" type="font/woff2" href="${attribute(font)}" crossorigin>`,
    ),
    // A half of the page that was drawn would move when its rest arrives: the first picture waits until it is parsed. An element
    // that is still open holds nothing back, so that it waits for an empty one behind the markup.
    ...(body === '' ? [] : ['<link rel="expect" href="#parsed" blocking="render">']),
    // In an element of its own: a change of the site's looks is written into it while the page is open.
    `<style nonce="${attribute(nonce)}">@layer base,parts,kit,screen,theme;</style>`,
    `<style nonce="${attribute(nonce)}" data-looks>${styleText(themeCss)}</style>`,
    ...(written.length === 0
      ? []
      : [
          `<style nonce="${attribute(nonce)}">${written.map((style) => styleText(inlined[style] ?? '')).join('')}</style>`,
        ]),
    ...laterSeals(content),
    ...linked.map((style) => `<link rel="stylesheet" href="${attribute(style)}"${sealed(style)}>`),
    ...scriptTags(assets, sealed),
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    ...(body === '' ? [] : ['<i id="parsed" hidden></i>']),
    dataScript(bootstrap),
    // So that the scripts do not ask for what is written above; a disabled one is not downloaded, nor waited for.
    ...written.map((style) => `<link rel="stylesheet" href="${attribute(style)}"${sealed(style)} disabled>`),
    '</body>',
    '</html>',
  ].join('\n');
}

function scriptTags({ script, modules, opener }: PageAssets, sealed: (file: string) => string): string[] {
  const { code, modules: wanted, session } = landingScript;
  return opener === null
    ? [
        ...modules.map((module) => `<link rel="modulepreload" href="${attribute(module)}"${sealed(module)}>`),
        `<script type="module" src="${attribute(script)}"${sealed(script)}></script>`,
      ]
    : [
        `<script type="module" src="${attribute(opener)}"${sealed(opener)} ${code}="${attribute(script)}" ${wanted}="${attribute(modules.join(' '))}" ${session}="${sessionKey}"></script>`,
      ];
}

/** An import map, which browsers want before the first module; those that know no hashes in it leave them alone. */
function laterSeals({ bootstrap: { nonce }, laterIntegrity, assets }: DocumentContent): string[] {
  const opened = assets.opener === null ? [] : [assets.script, ...assets.modules];
  const seals = opened.flatMap((file) =>
    assets.integrity[file] === undefined ? [] : [[file, assets.integrity[file]]],
  );
  const integrity = { ...laterIntegrity, ...Object.fromEntries(seals) };
  return Object.keys(integrity).length === 0
    ? []
    : [`<script type="importmap" nonce="${attribute(nonce)}">${json({ integrity })}</script>`];
}

function dataScript(bootstrap: Bootstrap): string {
  return `<script nonce="${attribute(bootstrap.nonce)}">${firstDataScript(json(JSON.stringify(bootstrap)))}</script>`;
}

function headTags({ bootstrap, head, frameColours }: DocumentContent): string[] {
  const { site, settings } = bootstrap;
  const icon = readSetting(settings, 'favicon');
  const touchIcon = readSetting(settings, 'manifest_icons')?.[0];
  const meta = (name: string, content: string): string =>
    content === '' ? '' : `<meta name="${name}" content="${attribute(content)}">`;
  const property = (name: string, content: string): string =>
    content === '' ? '' : `<meta property="${name}" content="${attribute(content)}">`;
  return [
    `<title>${text(head.title)}</title>`,
    meta('description', head.description),
    head.isIndexed ? '' : meta('robots', 'noindex'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:site_name', site.name),
    property('og:type', 'website'),
    property('og:locale', site.language),
    ...(head.canonicalPath === null
      ? []
      : [
          property('og:url', `${site.base}${head.canonicalPath}`),
          `<link rel="canonical" href="${attribute(`${site.base}${head.canonicalPath}`)}">`,
        ]),
    property('og:image', absolute(head.image, bootstrap)),
    meta('twitter:card', head.image === '' ? 'summary' : 'summary_large_image'),
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${attribute(frameColours.light)}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${attribute(frameColours.dark)}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    icon ? `<link rel="icon" href="${attribute(icon)}">` : '<link rel="icon" href="data:,">',
    touchIcon ? `<link rel="apple-touch-icon" href="${attribute(touchIcon)}">` : '',
    ...preloads(head.preload),
  ].filter((tag) => tag !== '');
}

function preloads(picture: Head['preload']): string[] {
  if (!picture) return [];
  const link = (href: string, media: string): string =>
    `<link rel="preload" as="image" href="${attribute(href)}" fetchpriority="high"${media === '' ? '' : ` media="${media}"`}>`;
  if (picture.wide === picture.narrow) return [link(picture.wide, '')];
  return [link(picture.wide, '(min-width: 700px)'), link(picture.narrow, '(max-width: 699.98px)')];
}

/** Share cards want a whole address. */
const absolute = (address: string, { site }: Bootstrap): string =>
  address === '' || /^https?:\/\//.test(address) ? address : `${site.base}${address}`;

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attribute = (value: string): string => text(value).replaceAll('"', '&quot;');
/** Within a style element only `</` could end it. */
const styleText = (css: string): string => css.replaceAll('</', '\\3c /');
/** `<` could end the script, and U+2028 and U+2029 are line ends to older readers. */
const json = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
