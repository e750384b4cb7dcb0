import type { FanRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { DetailSection } from '../../components/kit/detail.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { SidePanel } from '../../components/kit/side-panel.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useFormats } from '../../lib/site.tsx';
import { FanState } from './fan-state.tsx';
import { FanPurchases } from './fan-purchases.tsx';
import { FanDates, FanValue } from './fan-value.tsx';

interface FanPanelProps {
  readonly fan: FanRow;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** One fan: who, what they are worth and why, when they joined, what they bought. */
export function FanPanel({ fan, ...steps }: FanPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const menu = useStudioMenu();
  const place = useLocation();
  const name = fan.name || fan.email;
  const ends = fan.next_billing_date ?? fan.expiration_date;
  return (
    <SidePanel
      {...steps}
      label={name}
      head={
        <>
          <PersonMark name={name} url={fan.avatarUrl} size={52} />
          <div>
            <h2 title={name}>{name}</h2>
            <p className="small muted cut" title={fan.email}>
              {fan.email}
            </p>
            <p className="panel-chips">
              <FanState fan={fan} />
              {ends === null ? null : (
                <StateChip>
                  {t(fan.next_billing_date === null ? 'fan-until' : 'fan-renews-on', { date: formats.date(ends) })}
                </StateChip>
              )}
            </p>
          </div>
        </>
      }
    >
      <DetailSection>
        <LinkButton to={paths.fan(fan._id)} state={leftAt(place)} size="small">
          {t('fan-open')}
        </LinkButton>
      </DetailSection>
      {fan.total_amount_spent === null ? null : (
        <DetailSection title={t('fan-value-after')}>
          <FanValue fan={fan} />
        </DetailSection>
      )}
      <DetailSection>
        <FanDates fan={fan} />
      </DetailSection>
      {menu.has(paths.transactions) ? (
        <DetailSection title={t('profile-purchases')}>
          <FanPurchases fanId={fan._id} most={8} />
          <LinkButton to={`${paths.transactions}?search=${encodeURIComponent(fan.email)}`} size="small">
            {t('home-all-transactions')}
          </LinkButton>
        </DetailSection>
      ) : null}
    </SidePanel>
  );
}
