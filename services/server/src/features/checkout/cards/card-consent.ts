import type { Settings } from '@backlot/domain/settings';
import type { Tenant } from '../../../sites/tenant.ts';
import { textOf } from '../../../texts/texts.ts';
import type { GivenConsent } from '../stored-quote.ts';

/** The text that the caller says they were shown, written out; null for whoever showed none. */
export const givenConsent = (
  shown: { readonly text: string; readonly language: string } | undefined,
  { settings, tenant }: { readonly settings: Pick<Settings, 'site_name'>; readonly tenant: Tenant },
  now: Date,
): GivenConsent | null =>
  shown === undefined
    ? null
    : {
        textId: shown.text,
        text: textOf(shown.language, shown.text, { site: settings.site_name || tenant.slug }),
        language: shown.language,
        at: now.toISOString(),
      };
