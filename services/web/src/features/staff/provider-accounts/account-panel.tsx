import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import Button from '@mui/material/Button';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { AccountState } from './account-cells.tsx';

/** An account: what is still billed and open there, whether it may be closed, and where its webhooks go. */
export function ProviderAccountPanel({ of, ...steps }: RowSteps & { of: ProviderAccount }) {
  const { t } = useTranslation();
  const { exact, number } = useFormats();
  const name = useAccountText()(of);
  const when = (at: string | null): string => (at === null ? t('accounts-never') : exact(at));
  const { is_active: isActive } = of.account;
  return (
    <SidePanel
      {...steps}
      label={name}
      head={
        <div>
          <h2>{name}</h2>
          <p className="panel-chips">
            <AccountState of={of} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('accounts-opened'), value: exact(of.opened_at) },
            !isActive && {
              name: t('accounts-left'),
              value: of.draining_since === null ? t('accounts-not-noted') : exact(of.draining_since),
            },
            { name: t('accounts-last-payment'), value: when(of.last_payment_at) },
            { name: t('accounts-last-notice'), value: when(of.last_notice_at) },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('accounts-needed')}>
        <Details
          list={[
            { name: t('accounts-members'), value: number(of.members) },
            { name: t('accounts-ending'), value: number(of.ending) },
            { name: t('accounts-under-way'), value: number(of.under_way) },
            {
              name: t('open-items-title'),
              value:
                of.open_items === 0 ? (
                  number(0)
                ) : (
                  <SiteLink to={paths.openItems} className="text-link">
                    {number(of.open_items)}
                  </SiteLink>
                ),
            },
          ]}
        />
        <p className="form-help">
          {t(isActive ? 'accounts-active-help' : of.may_close ? 'accounts-may-close-help' : 'accounts-draining-help')}
        </p>
      </DetailSection>
      {of.webhook_url === null ? null : <Webhooks url={of.webhook_url} />}
    </SidePanel>
  );
}

function Webhooks({ url }: { url: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <DetailSection title={t('card-provider-webhook')}>
      <p className="form-help">{t('card-provider-webhook-help')}</p>
      <p dir="ltr" className="provider-address">
        {url}
      </p>
      <Button onClick={() => copy(url)}>
        <Copy className="icon" aria-hidden />
        {t('crypto-copy-address')}
      </Button>
    </DetailSection>
  );
}
