/** Token of the field → the page's custom property that it takes. */
const colours: Readonly<Record<string, string>> = {
  text: '--ink',
  label: '--ink',
  secondary: '--ink-2',
  outline: '--outline',
  accent: '--focus',
  error: '--bad',
  'error-field': '--bad-soft',
};
const lengths: Readonly<Record<string, string>> = {
  radius: '--radius-field',
  height: '--control',
  'label-size': '--size-label',
};

/**
 * The look of this page as the provider's field takes it, so that its inputs cannot be told from ours. A value that is
 * no plain colour or length is left out; the field then has a calm default.
 */
export function fieldStyle(element: HTMLElement): Record<string, string> {
  const probe = element.ownerDocument.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const tokens: Record<string, string> = {};
  for (const [token, property] of Object.entries(colours)) {
    probe.style.color = `var(${property})`;
    tokens[token] = getComputedStyle(probe).color;
  }
  for (const [token, property] of Object.entries(lengths)) {
    probe.style.width = `var(${property})`;
    tokens[token] = cssLength(probe);
  }
  // A theme may give its inputs another ground than its panels.
  probe.className = 'field-box';
  tokens['field'] = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const style = getComputedStyle(element);
  const families = style.getPropertyValue('--font-text').trim();
  const family = families.split(',')[0]?.replace(/['"]/g, '').trim() ?? '';
  tokens['font'] = firstFamilies(families);
  const file = fontFile(element.ownerDocument, family);
  if (file !== null) tokens['font-url'] = file;
  tokens['scheme'] = style.colorScheme.includes('dark') ? 'dark' : 'light';
  return tokens;
}

/** Of an element that is not laid out the specified length is answered in pixels. */
const cssLength = (probe: HTMLElement): string =>
  `${Math.round(Number.parseFloat(getComputedStyle(probe).width) * 100) / 100 || 0}px`;

/** As many whole names as the field takes. */
function firstFamilies(families: string): string {
  let taken = '';
  for (const family of families.split(',').map((one) => one.trim())) {
    const more = taken === '' ? family : `${taken}, ${family}`;
    if (more.length > 120) break;
    taken = more;
  }
  return taken;
}

/** Where this page has the family's file from: the field may load it from here. */
function fontFile(page: Document, family: string): string | null {
  for (const sheet of page.styleSheets) {
    if (sheet.href !== null && !sheet.href.startsWith(page.location.origin)) continue;
    for (const rule of sheet.cssRules) {
      if (
        !(rule instanceof CSSFontFaceRule) ||
        rule.style.getPropertyValue('font-family').replace(/['"]/g, '') !== family
      )
        continue;
      const source = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (source) return new URL(source, sheet.href ?? page.baseURI).pathname;
    }
  }
  return null;
}

/** The field's address with these tokens. */
export function withStyle(src: string, tokens: Readonly<Record<string, string>>): string {
  const url = new URL(src);
  for (const [name, value] of Object.entries(tokens)) url.searchParams.set(`t.${name}`, value);
  return url.href;
}
