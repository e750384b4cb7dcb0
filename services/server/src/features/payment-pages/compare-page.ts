import { createHash } from 'node:crypto';

/** What a build says that pages run; written by it as `script-inventory.json`. */
export interface Inventory {
  readonly files: ReadonlyArray<{ readonly address: string; readonly integrity: string; readonly reason: string }>;
  /** Scripts that pages write out themselves, by the digest of their text without data (`textWithoutData`). */
  readonly inline: ReadonlyArray<{ readonly integrity: string; readonly reason: string }>;
}

export interface ServedPage {
  readonly html: string;
  /** The `content-security-policy` that came with it. */
  readonly policy: string | null;
}

/** Why an alarm is raised; `what` names the element, address or source. */
export interface Difference {
  readonly problem:
    | 'no-policy'
    | 'policy-source'
    | 'policy-missing'
    | 'policy-unknown'
    | 'script-unknown'
    | 'script-hash'
    | 'script-inline'
    | 'script-text';
  readonly what: string;
}

/**
 * How a page that was served differs from what was built and from the policy that it should have (PCI DSS 11.6.1).
 * `allowed`: sources of scripts beside the site itself, the page's nonce and the digests of its own scripts.
 */
export function comparePage(
  { html, policy }: ServedPage,
  { files, inline }: Inventory,
  allowed: readonly string[],
): readonly Difference[] {
  if (policy === null) return [{ problem: 'no-policy', what: '' }];
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const scripts = directives.get('script-src') ?? [];
  const nonces = scripts.flatMap((source) => /^'nonce-(.+)'$/.exec(source)?.[1] ?? []);
  const elements = elementsOf(html);
  // A digest lets one text run, and only one that stands in the page is ours to allow.
  const digests = new Set(elements.filter(({ name }) => name === 'script').map(({ text }) => sourceOf(text)));
  const styles = directives.get('style-src') ?? [];
  const built = new Map(files.map(({ address, integrity }) => [address, integrity]));
  const written = new Set(inline.map(({ integrity }) => integrity));
  const seals = sealsOf(html);
  return [
    ...required.flatMap(([name, source]) =>
      directives.get(name)?.includes(source) === true
        ? []
        : [{ problem: 'policy-missing' as const, what: `${name} ${source}` }],
    ),
    ...[...directives.keys()]
      .filter((name) => !known.has(name))
      .map((what) => ({ problem: 'policy-unknown' as const, what })),
    ...nonces.slice(1).map(() => ({ problem: 'policy-source' as const, what: 'a second nonce' })),
    ...guarded.flatMap((name) =>
      (directives.get(name) ?? [])
        .filter((source) => openSources.has(source))
        .map((source) => ({ problem: 'policy-source' as const, what: `${name} ${source}` })),
    ),
    ...scripts
      .filter(
        (source) =>
          source !== "'self'" && !source.startsWith("'nonce-") && !digests.has(source) && !allowed.includes(source),
      )
      .map((what) => ({ problem: 'policy-source' as const, what })),
    ...elements.flatMap((element) => differencesOf(element, { built, written, nonces, scripts, styles, seals })),
    ...Object.entries(seals)
      .filter(([address, integrity]) => built.get(address) !== integrity)
      .map(([what]) => ({ problem: 'script-hash' as const, what })),
  ];
}

/** What an import map says of scripts that are loaded later. */
function sealsOf(html: string): Readonly<Record<string, string>> {
  const text = /<script type="importmap"[^>]*>([^<]*)<\/script>/.exec(html)?.[1];
  if (text === undefined) return {};
  try {
    return (JSON.parse(text) as { integrity?: Record<string, string> }).integrity ?? {};
  } catch {
    return { importmap: '' };
  }
}

/** All that our policy is made of: another directive may take back what these say. */
const known = new Set([
  'default-src',
  'script-src',
  'style-src',
  'style-src-attr',
  'img-src',
  'media-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'worker-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'report-uri',
  'report-to',
]);
/** Where a card's number could be sent from a page. */
const guarded = ['script-src', 'connect-src', 'frame-src', 'form-action'] as const;
const openSources = new Set(['*', 'http:', 'https:', 'data:', 'blob:']);

const required = [
  ['default-src', "'none'"],
  ['script-src', "'self'"],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['frame-ancestors', "'none'"],
] as const;

interface Element {
  readonly name: string;
  readonly attributes: string;
  /** Of a script or style. */
  readonly text: string;
}

/** All elements that may load or hold a script or a style. Texts of people are escaped in our pages. */
const elementsOf = (html: string): Element[] =>
  [...html.matchAll(/<(script|link|style)\b([^>]*)>/gi)].map(({ 0: tag, 1: name = '', 2: attributes = '', index }) => ({
    name: name.toLowerCase(),
    attributes,
    text: /^link$/i.test(name) ? '' : html.slice(index + tag.length).split(new RegExp(`</${name}`, 'i'), 1)[0]!,
  }));

interface Known {
  readonly built: ReadonlyMap<string, string>;
  /** Digests of the scripts that pages write out. */
  readonly written: ReadonlySet<string>;
  readonly nonces: readonly string[];
  /** Sources by the policy. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** What the import map says. */
  readonly seals: Readonly<Record<string, string>>;
}

function differencesOf({ name, attributes, text }: Element, known: Known): readonly Difference[] {
  const { built, written, nonces, scripts, styles, seals } = known;
  const rel = attributeOf(attributes, 'rel');
  const address = attributeOf(attributes, name === 'script' ? 'src' : 'href');
  if (name === 'link' && rel !== 'modulepreload' && rel !== 'stylesheet') return [];
  if (address === null) {
    const nonce = attributeOf(attributes, 'nonce');
    const isSealed = (name === 'style' ? styles : scripts).includes(sourceOf(text));
    if (!isSealed && (nonce === null || !nonces.includes(nonce))) return [{ problem: 'script-inline', what: name }];
    return name === 'style' || isAsWritten(attributeOf(attributes, 'type') ?? '', text, written)
      ? []
      : [{ problem: 'script-text', what: text.slice(0, 80) }];
  }
  const integrity = built.get(address);
  if (integrity === undefined) return [{ problem: 'script-unknown', what: address }];
  if (attributeOf(attributes, 'integrity') !== integrity) return [{ problem: 'script-hash', what: address }];
  return loadedLater(attributes).flatMap((what): readonly Difference[] => {
    if (!built.has(what)) return [{ problem: 'script-unknown', what }];
    return seals[what] === built.get(what) ? [] : [{ problem: 'script-hash', what }];
  });
}

/** Addresses that a landing's script loads when somebody reaches for something, by its attributes. */
const loadedLater = (attributes: string): readonly string[] =>
  ['data-code', 'data-modules'].flatMap((one) => (attributeOf(attributes, one) ?? '').split(' ').filter(Boolean));

/** As a policy names a text that stands in the page. */
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Data is never run, and an import map that seals scripts has them compared by `sealsOf`: one that does more is none of ours. */
function isAsWritten(type: string, text: string, written: ReadonlySet<string>): boolean {
  if (/^application\/(?:ld\+)?json$/i.test(type)) return true;
  if (type === 'importmap') return isSealing(text);
  return type === '' && written.has(sourceOf(textWithoutData(text)).slice(1, -1));
}

function isSealing(map: string): boolean {
  try {
    return Object.keys(JSON.parse(map) as object).every((key) => key === 'integrity');
  } catch {
    return false;
  }
}

/** A script that hands data over differs on each page by one literal alone. */
const textWithoutData = (text: string): string =>
  text.replace(/JSON\.parse\("[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"\)/, 'JSON.parse("")');

/** Read one after the other, as a browser does: what stands in the value of another attribute is none, and the first counts. */
const attributeOf = (attributes: string, name: string): string | null => {
  const found = [...attributes.matchAll(/([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].find(
    ([, one = '']) => one.toLowerCase() === name,
  );
  return found === undefined ? null : (found[2] ?? found[3] ?? found[4] ?? '');
};

/** Addresses of the files that a page begins with, and of those that its import map seals. */
export const filesOf = (html: string): readonly string[] => [
  ...new Set([
    ...elementsOf(html).flatMap(({ name, attributes }) => {
      const rel = attributeOf(attributes, 'rel');
      if (name === 'link' && rel !== 'modulepreload' && rel !== 'stylesheet') return [];
      return attributeOf(attributes, name === 'script' ? 'src' : 'href') ?? [];
    }),
    ...Object.keys(sealsOf(html)),
  ]),
];
