/** What a build says that pages run; written by it as `script-inventory.json`. */
export interface Inventory {
  readonly files: ReadonlyArray<{ readonly address: string; readonly integrity: string; readonly reason: string }>;
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
    | 'script-unknown'
    | 'script-hash'
    | 'script-inline';
  readonly what: string;
}

/**
 * How a page that was served differs from what was built and from the policy that it should have (PCI DSS 11.6.1).
 * `allowed`: sources of scripts beside the site itself and the page's nonce.
 */
export function comparePage(
  { html, policy }: ServedPage,
  { files }: Inventory,
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
  const built = new Map(files.map(({ address, integrity }) => [address, integrity]));
  return [
    ...required.flatMap(([name, source]) =>
      directives.get(name)?.includes(source) === true
        ? []
        : [{ problem: 'policy-missing' as const, what: `${name} ${source}` }],
    ),
    ...scripts
      .filter((source) => source !== "'self'" && !source.startsWith("'nonce-") && !allowed.includes(source))
      .map((what) => ({ problem: 'policy-source' as const, what })),
    ...elementsOf(html).flatMap((element) => differencesOf(element, built, nonces)),
  ];
}

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
}

/** All elements that may load or hold a script or a style. Texts of people are escaped in our pages. */
const elementsOf = (html: string): Element[] =>
  [...html.matchAll(/<(script|link|style)\b([^>]*)>/gi)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes,
  }));

function differencesOf(
  { name, attributes }: Element,
  built: ReadonlyMap<string, string>,
  nonces: readonly string[],
): readonly Difference[] {
  const rel = attributeOf(attributes, 'rel');
  const address = attributeOf(attributes, name === 'script' ? 'src' : 'href');
  if (name === 'link' && rel !== 'modulepreload' && rel !== 'stylesheet') return [];
  if (address === null) {
    const nonce = attributeOf(attributes, 'nonce');
    return nonce !== null && nonces.includes(nonce) ? [] : [{ problem: 'script-inline', what: name }];
  }
  const integrity = built.get(address);
  if (integrity === undefined) return [{ problem: 'script-unknown', what: address }];
  return attributeOf(attributes, 'integrity') === integrity ? [] : [{ problem: 'script-hash', what: address }];
}

const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;

/** Addresses of the files that a page begins with. */
export const filesOf = (html: string): readonly string[] => [
  ...new Set(
    elementsOf(html).flatMap(({ name, attributes }) => {
      const rel = attributeOf(attributes, 'rel');
      if (name === 'link' && rel !== 'modulepreload' && rel !== 'stylesheet') return [];
      return attributeOf(attributes, name === 'script' ? 'src' : 'href') ?? [];
    }),
  ),
];
