/** Light, dark, or as the device asks. Kept on this device; the page's first script reads it before anything is drawn. */
export type Scheme = 'system' | 'light' | 'dark';
export const schemes: readonly Scheme[] = ['system', 'light', 'dark'];
export const schemeKey = 'colour-scheme';

export function storedScheme(): Scheme | null {
  try {
    const stored = localStorage.getItem(schemeKey);
    return schemes.find((scheme) => scheme === stored) ?? null;
  } catch {
    return null;
  }
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = scheme;
  try {
    localStorage.setItem(schemeKey, scheme);
  } catch {
    // Kept until the page is left.
  }
}
