import type { CallMap } from '@backlot/contracts/http/calls';
import type { ChargeDifference, ProviderCharge } from '@backlot/contracts/payment-lookup';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useAccountText } from './account-text.ts';
import { FoundState } from './found-state.tsx';

type Compared = CallMap['GET /api/reports/charge-at-provider']['answer']['data'];

const stateTexts = {
  taken: 'transaction-state-succeeded',
  waiting: 'transaction-state-pending',
  declined: 'transaction-state-declined',
  undone: 'order-undone',
} as const satisfies Record<ProviderCharge['state'], TextKey>;
const tones = { taken: 'good', waiting: 'warn', declined: 'bad', undone: 'plain' } as const satisfies Record<
  ProviderCharge['state'],
  ChipTone
>;
const differenceTexts = {
  unknown_here: 'order-unknown-here',
  unknown_there: 'order-unknown-there',
  reference: 'order-other-reference',
  state: 'column-status',
  amount: 'column-amount',
  refunded: 'sale-refunded',
  charged_back: 'purchased-chargeback',
  card: 'column-card',
} as const satisfies Record<ChargeDifference, TextKey>;

/** Our payment beside the provider's charge, field by field, with the differences marked. */
export function ChargeComparison({ compared }: { compared: Compared }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const accountText = useAccountText();
  const { ours, theirs, account, differences } = compared;
  const line = (name: string, own: React.ReactNode, provider: React.ReactNode, difference?: ChargeDifference) => (
    <tr data-differs={(difference !== undefined && differences.includes(difference)) || undefined}>
      <th scope="row">{name}</th>
      <td>{own || '–'}</td>
      <td>{provider || '–'}</td>
    </tr>
  );
  return (
    <section className="panel-card order-compared">
      <p role="status" className="panel-chips">
        {differences.length === 0 ? <StateChip tone="good">{t('order-same')}</StateChip> : null}
        {differences.map((one) => (
          <StateChip key={one} tone="bad">
            {one.startsWith('unknown') || one === 'reference'
              ? t(differenceTexts[one])
              : t('order-differs', { what: t(differenceTexts[one]) })}
          </StateChip>
        ))}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('column-what')}</span>
            </th>
            <th scope="col">{t('order-ours')}</th>
            <th scope="col">{account === null ? t('order-theirs') : accountText({ account })}</th>
          </tr>
        </thead>
        <tbody>
          {line(
            t('column-status'),
            ours && (
              <span className="panel-chips">
                <FoundState payment={ours} />
              </span>
            ),
            theirs && (
              <span className="panel-chips">
                <StateChip tone={tones[theirs.state]} hasDot>
                  {t(stateTexts[theirs.state])}
                </StateChip>
                {theirs.is_test ? <StateChip>{t('order-test')}</StateChip> : null}
              </span>
            ),
            'state',
          )}
          {line(
            t('column-amount'),
            ours && moneyIn(ours.amount, ours.currency),
            theirs && moneyIn(theirs.amount, theirs.currency),
            'amount',
          )}
          {line(
            t('sale-refunded'),
            ours && moneyIn(ours.refunded, ours.currency),
            theirs && moneyIn(theirs.refunded, theirs.currency),
            'refunded',
          )}
          {line(
            t('purchased-chargeback'),
            ours && moneyIn(ours.charged_back, ours.currency),
            theirs && moneyIn(theirs.charged_back, theirs.currency),
            'charged_back',
          )}
          {line(t('column-card'), ours?.card && labels.card(ours), theirs?.last4 && `···· ${theirs.last4}`, 'card')}
          {ours?.decline_code || theirs?.decline_reason
            ? line(t('sale-decline-code'), ours?.decline_code, theirs?.decline_reason)
            : null}
          {line(t('fan'), ours && <FanName fan={ours.user} />, null)}
          {line(t('column-what'), ours && (ours.content?.title ?? labels.kind(ours)), null)}
          {line(t('column-date'), ours && formats.exact(ours.date), null)}
        </tbody>
      </table>
      {ours ? (
        <div className="fan-acts">
          <LinkButton to={paths.transaction(ours._id)}>{t('lookup-to-transaction')}</LinkButton>
        </div>
      ) : null}
    </section>
  );
}
