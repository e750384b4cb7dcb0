import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../../components/site-link.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMe, useSetting } from '../../../lib/site.tsx';

/** WAL-30: what is in the wallet, while fans can fill it here. */
export function WalletLink() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const me = useMe();
  const isOn = useSetting('is_crypto_payment_enabled');
  if (me?.role !== 'user' || !isOn) return null;
  const balance = money(me.wallet_amount);
  return (
    <SiteLink to={paths.wallet} className="navbar-wallet" aria-label={t('nav-wallet', { balance })}>
      <Wallet className="icon" aria-hidden />
      <span className="figures">{balance}</span>
    </SiteLink>
  );
}
