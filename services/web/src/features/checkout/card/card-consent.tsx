import type { CardConsent as Given } from '@backlot/contracts/cards';
import { languages } from '@backlot/domain/formats/text';
import type { Static } from 'typebox';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../../lib/site.tsx';
import { useTakingHere } from './card-taker.ts';

/** A text that was agreed to is kept with the card: another wording is another version, with an id of its own. */
const useText = (): Static<typeof Given>['text'] =>
  useTakingHere()?.keeps_cards === false ? 'card-not-kept-consent-1' : 'card-kept-consent-1';

/** What whoever enters a card agrees to, beside where they do. */
export function CardConsent() {
  const { t } = useTranslation();
  const { name } = useSite();
  return <p className="order-note">{t(useText(), { site: name })}</p>;
}

/** Says with the card what was read of its keeping. */
export function useCardConsent(): Static<typeof Given> {
  const { language } = useSite();
  const text = useText();
  return useMemo(() => ({ text, language: languages.find((one) => one === language) ?? 'en' }), [text, language]);
}
