import type { FanRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useStudioMenu } from '../../app/studio-menu.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { SidePanel } from '../../components/studio/side-panel.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { FanState } from './fan-state.tsx';
import { fanValue } from './fan-value.ts';
import { FanPurchases } from './fan-purchases.tsx';

interface FanPanelProps { readonly fan: FanRow; readonly onClose: () => void; readonly onPrevious: (() => void) | null; readonly onNext: (() => void) | null }

/** One fan: who, what they are worth and why, when they joined, what they bought. */
export function FanPanel({ fan, ...steps }: FanPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const menu = useStudioMenu();
  const value = fanValue(fan);
  const name = fan.name || fan.email;
  const minus = (amount: number): string => (amount === 0 ? formats.money(0) : `−${formats.money(amount)}`);
  const ends = fan.next_billing_date ?? fan.expiration_date;
  return (
    <SidePanel
      {...steps} label={name}
      head={(
        <>
          <PersonMark name={name} url={fan.avatarUrl} size={52} />
          <div>
            <h2 title={name}>{name}</h2>
            <p className="small muted cut" title={fan.email}>{fan.email}</p>
            <p className="panel-chips"><FanState fan={fan} />{ends === null ? null : <StateChip>{t(fan.next_billing_date === null ? 'fan-until' : 'fan-renews-on', { date: formats.date(ends) })}</StateChip>}</p>
          </div>
        </>
      )}
    >
      {value === null ? null : (
        <section className="side-section">
          <h3>{t('fan-value-after')}</h3>
          <p className="figure" data-size="s">{formats.money(value.value)}</p>
          <dl className="pairs fan-sums">
            <dt>{t('column-spent')}</dt><dd><b>{formats.money(value.spent)}</b></dd>
            <dt>{t('fan-refunds')}</dt><dd data-minus={value.refunds > 0 || undefined}>{minus(value.refunds)}</dd>
            <dt>{t('fan-chargebacks', { n: formats.number(fan.total_chargeback_count ?? 0) })}</dt><dd data-minus={value.chargebacks > 0 || undefined}>{minus(value.chargebacks)}</dd>
            <dt>{t('fan-chargeback-cost')}</dt><dd data-minus={value.fees > 0 || undefined}>{minus(value.fees)}</dd>
          </dl>
        </section>
      )}
      <section className="side-section">
        <dl className="pairs">
          <dt>{t('column-joined')}</dt><dd><Time at={fan.date} /></dd>
          {fan.next_billing_date === null ? null : <><dt>{t('column-next-billing')}</dt><dd><Time at={fan.next_billing_date} /></dd></>}
          {fan.expiration_date === null ? null : <><dt>{t('column-expires')}</dt><dd><Time at={fan.expiration_date} /></dd></>}
        </dl>
      </section>
      {menu.has(paths.transactions) ? (
        <section className="side-section">
          <h3>{t('profile-purchases')}</h3>
          <FanPurchases email={fan.email} />
          <SiteLink to={`${paths.transactions}?search=${encodeURIComponent(fan.email)}`} className="btn" data-size="s">{t('home-all-transactions')}</SiteLink>
        </section>
      ) : null}
    </SidePanel>
  );
}
