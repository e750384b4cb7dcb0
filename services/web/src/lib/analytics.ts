export type Consent = 'yes' | 'no' | null;

const cookieName = 'analytics';
const keptSeconds = 180 * 86_400;

/** What this browser answered, from its cookies. */
export const consentOf = (cookies: string): Consent => {
  const value = new RegExp(`(?:^|; )${cookieName}=(yes|no)(?:;|$)`).exec(cookies)?.[1];
  return value === 'yes' || value === 'no' ? value : null;
};

/** Kept as a cookie of the page's host, half a year. Null asks again. */
export function keepConsent(consent: Consent): void {
  document.cookie = `${cookieName}=${consent ?? ''}; path=/; samesite=lax; max-age=${consent === null ? 0 : keptSeconds}${location.protocol === 'https:' ? '; secure' : ''}`;
}

export const isMeasurementId = (id: string): boolean => /^G-[A-Z0-9]{4,20}$/.test(id);
