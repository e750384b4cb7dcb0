/** What a site may decide about the field's look. Runs in the twin (from the address) and in the page (by message). */

const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\([0-9a-z.,%/ +-]{1,60}\))$/i;
const length = /^\d{1,3}(?:\.\d{1,2})?(?:px|rem|em)$/;
const weight = /^[1-9]\d{2}$/;
const family = /^[\p{L}0-9 ,'"-]{1,120}$/u;

/** Name of a token, its default, and the only shape it may have: it becomes part of a style sheet. */
export const styleTokens: Readonly<Record<string, { readonly usual: string; readonly shape: RegExp }>> = {
  text: { usual: '#1d1b19', shape: colour },
  label: { usual: '#1d1b19', shape: colour },
  secondary: { usual: '#625d57', shape: colour },
  page: { usual: 'transparent', shape: colour },
  field: { usual: '#ffffff', shape: colour },
  outline: { usual: '#8a847c', shape: colour },
  accent: { usual: '#1f5fbf', shape: colour },
  error: { usual: '#a3271f', shape: colour },
  'error-field': { usual: '#fbeae7', shape: colour },
  radius: { usual: '10px', shape: length },
  height: { usual: '52px', shape: length },
  gap: { usual: '16px', shape: length },
  padding: { usual: '16px', shape: length },
  size: { usual: '16px', shape: length },
  'label-size': { usual: '14px', shape: length },
  'label-weight': { usual: '550', shape: weight },
  font: { usual: 'system-ui, sans-serif', shape: family },
  scheme: { usual: 'light', shape: /^(?:light|dark)$/ },
};

/** Those of the given that are tokens and have their shape; the rest is left out. */
export function cleanTokens(given: Iterable<readonly [string, unknown]>): Map<string, string> {
  const clean = new Map<string, string>();
  for (const [name, value] of given) {
    const token = Object.hasOwn(styleTokens, name) ? styleTokens[name] : undefined;
    if (token && typeof value === 'string' && token.shape.test(value)) clean.set(name, value);
  }
  return clean;
}
