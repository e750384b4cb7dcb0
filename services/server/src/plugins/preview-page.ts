import { mayWriteSetting, validateSetting, type Settings } from '@backlot/domain/settings';
import type { FastifyRequest } from 'fastify';

/**
 * The settings of a page that is asked for with `?preview=<theme>`: those of the site in another theme, and open even
 * while it is closed. Null for everybody who may not change them; the parameter then means nothing.
 */
export function previewSettings({ admission: { actor }, query }: FastifyRequest, settings: Settings): Settings | null {
  const asked = (query as Readonly<Record<string, unknown>> | null)?.['preview'];
  if (asked === undefined || actor === null || !mayWriteSetting('theme_name', actor.role)) return null;
  const theme = validateSetting('theme_name', asked);
  return {
    ...settings,
    ...(theme.ok ? { theme_name: theme.value as Settings['theme_name'] } : {}),
    maintenance_mode: false,
  };
}
