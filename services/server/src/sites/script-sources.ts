import type { Config } from '../config.ts';

/** Where a site's own human check comes from, with keys: its script, and the frame that the script opens. */
export function recaptchaSources(
  settings: Readonly<Record<string, unknown>>,
  { recaptchaUrl }: Pick<Config, 'recaptchaUrl'>,
): readonly string[] {
  if (settings['is_recaptcha_enabled'] !== true || !settings['recaptcha_site_key']) return [];
  const url = new URL(recaptchaUrl);
  return [
    `${url.origin}${url.pathname}/`,
    ...(url.hostname.endsWith('google.com') ? ['https://www.gstatic.com/recaptcha/'] : []),
  ];
}

/** Counts visits where a site has an id for it (DECISIONS 42). */
export const analyticsScripts = (settings: Readonly<Record<string, unknown>>): string | null =>
  settings['google_analytics_4_measurement_id'] ? 'https://www.googletagmanager.com' : null;

/** All that a site's pages may ever run beside what was built (PCI DSS 6.4.3). */
export const foreignScripts = (
  settings: Readonly<Record<string, unknown>>,
  config: Pick<Config, 'recaptchaUrl'>,
): readonly string[] => {
  const analytics = analyticsScripts(settings);
  return [...recaptchaSources(settings, config), ...(analytics === null ? [] : [analytics])];
};
