import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import { useTranslation } from 'react-i18next';
import type { Detail } from '../../../components/kit/detail.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';

/** What every statement of a provider says. */
export const usualFigures = [
  { name: 'fees', text: 'statement-account-provider-fees' },
  { name: 'reserve_held', text: 'statement-reserve-held' },
  { name: 'reserve_released', text: 'statement-reserve-released' },
  { name: 'paid_out', text: 'statement-paid-out' },
] as const;

/** What some say besides. */
export const rareFigures = [
  { name: 'platform_share', text: 'statement-account-platform-share', help: 'statement-share-help' },
  { name: 'tax_withheld', text: 'statement-tax-withheld', help: 'statement-tax-help' },
  { name: 'dispute_held', text: 'statement-dispute-held', help: 'statement-dispute-held-help' },
  { name: 'dispute_released', text: 'statement-dispute-released', help: 'statement-dispute-help' },
  { name: 'exchange', text: 'statement-account-exchange', help: 'statement-exchange-help' },
] as const;

export const allFigures = [...usualFigures, ...rareFigures] as const;
export type Figure = (typeof allFigures)[number]['name'];

/** What an entry says, without what it says nothing of. */
export function useFigureDetails(): (statement: ProviderStatement) => readonly (Detail | false)[] {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  return (statement) =>
    allFigures.map(({ name, text }) => {
      const amount = statement[name] ?? 0;
      return amount !== 0 && { name: t(text), value: moneyIn(amount, statement.account.currency), isMinus: amount < 0 };
    });
}
