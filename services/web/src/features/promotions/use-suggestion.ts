import { useTranslation } from 'react-i18next';
import { useFormats, useSettingValues } from '../../lib/site.tsx';
import { suggestedText, type PromotionDraft } from './promotion-form.ts';

/** What the ribbon says while nobody has worded it: true to the terms. */
export function useSuggestion(draft: PromotionDraft): string {
  const { t } = useTranslation();
  const { money } = useFormats();
  const suggested = suggestedText(draft, useSettingValues());
  if ('text' in suggested) return suggested.text;
  switch (suggested.id) {
    case 'promotion-ribbon-posts':
      return t(suggested.id, { percent: suggested.percent });
    case 'promotion-ribbon-first-month':
      return t(suggested.id, { price: money(suggested.amount) });
    case 'promotion-ribbon-free-days':
      return t(suggested.id, { count: suggested.count });
    case 'promotion-ribbon-first-days':
      return t(suggested.id, { count: suggested.count, price: money(suggested.amount) });
  }
}
