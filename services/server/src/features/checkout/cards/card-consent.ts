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

/**
 * Likewise of a card, where it tells what becomes of the card here: a page of before the site changed its provider, or a
 * caller of their own, may say something else, which nobody agreed to.
 */
export const givenCardConsent = (
  shown: { readonly text: string; readonly language: string } | undefined,
  { keepsCards, ...of }: Parameters<typeof givenConsent>[1] & { readonly keepsCards: boolean },
  now: Date,
): GivenConsent | null =>
  shown !== undefined && (shown.text === notKeptConsent) === keepsCards ? null : givenConsent(shown, of, now);

const notKeptConsent = 'card-not-kept-consent-1';
