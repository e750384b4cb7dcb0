import type { UtmUser } from '@backlot/contracts/user-utm-params';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { PersonMark } from '../../../components/studio/person.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { utmUserName, UtmValue } from './utm-columns.tsx';

/** A fan: everything their first visit named, and what they brought. */
export function UtmPanel({ user, currency, ...steps }: RowSteps & { user: UtmUser; currency: string }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const moneyIn = useMoneyIn();
  const name = utmUserName(user);
  return (
    <SidePanel
      {...steps}
      label={name}
      head={
        <>
          <PersonMark name={name} url={null} size={52} />
          <div>
            <h2 title={name}>{name}</h2>
            <p className="small muted cut" title={user.email}>
              {user.email}
            </p>
          </div>
        </>
      }
    >
      <DetailSection title={t('utm-origin')}>
        <Details
          list={[
            { name: t('link-utm-source'), value: <UtmValue of={user.source} /> },
            { name: t('link-utm-medium'), value: <UtmValue of={user.medium} /> },
            { name: t('link-utm-campaign'), value: <UtmValue of={user.campaign} /> },
            { name: t('link-utm-term'), value: <UtmValue of={user.term} /> },
            { name: t('link-utm-content'), value: <UtmValue of={user.content} /> },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('utm-brought')}>
        <Details
          list={[
            { name: t('utm-registered-on'), value: exact(user.date) },
            {
              name: t('utm-member-since'),
              value: user.member_since === null ? t('utm-not-member') : exact(user.member_since),
            },
            { name: t('utm-has-paid'), value: t(user.has_paid ? 'utm-paid-yes' : 'utm-paid-no') },
            { name: t('activity-net'), value: <b>{moneyIn(user.net, currency)}</b> },
          ]}
        />
        <LinkButton to={paths.fan(user._id)}>{t('fan-open')}</LinkButton>
      </DetailSection>
    </SidePanel>
  );
}
