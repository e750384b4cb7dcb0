import { useTranslation } from 'react-i18next';
import { useWithdrawal } from '../entities/membership/withdrawal.ts';
import { paths } from '../lib/paths.ts';
import { SiteLink } from './site-link.tsx';

interface WithdrawLinkProps {
  /** Only for the contract that this purchase concluded. */
  readonly of?: string;
}

/** C15: there as long as its reader may withdraw, wherever the contract is shown. */
export function WithdrawLink({ of }: WithdrawLinkProps) {
  const { t } = useTranslation();
  const contract = useWithdrawal().data?.contract;
  if (!contract || (of !== undefined && of !== contract._id)) return null;
  return (
    <SiteLink className="text-link withdraw-link" to={paths.withdraw}>
      {t('withdraw-title')}
    </SiteLink>
  );
}
