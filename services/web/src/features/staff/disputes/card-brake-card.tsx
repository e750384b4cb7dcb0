import type { CardBrake } from '@backlot/contracts/disputes';
import { brandName } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMe } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';

/** Whether cards that are typed meet a human check, why, and where that is changed. */
export function CardBrakeCard({ brake }: { brake: CardBrake }) {
  const { t } = useTranslation();
  const why = useBrakeCause();
  // The settings of money are an admin's.
  const isAdmin = useMe()?.role === 'admin';
  return (
    <article className="panel-card dispute-ratio">
      <header>
        <h3>{t('card-brake-title')}</h3>
        <StateChip tone={brake.is_on ? 'warn' : 'plain'} hasDot>
          {t(brake.is_on ? 'card-brake-is-on' : 'card-brake-is-off')}
        </StateChip>
      </header>
      <p>{t('card-brake-help')}</p>
      <p className="muted">{why(brake)}</p>
      {isAdmin ? (
        <div className="fan-acts">
          <LinkButton to={paths.riskSettings}>{t('card-brake-change')}</LinkButton>
        </div>
      ) : null}
    </article>
  );
}

function useBrakeCause(): (brake: CardBrake) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const accountText = useAccountText();
  return ({ mode, share, engaged }) => {
    if (mode !== 'automatic') return t('card-brake-by-staff');
    if (engaged === null) return t('card-brake-waits', { share: formats.number(share) });
    return t('card-brake-engaged', {
      date: formats.exact(engaged.date),
      forecast: formats.number(engaged.forecast),
      account: accountText(engaged),
      scheme: brandName(engaged.scheme),
      share: formats.number(engaged.share),
      limit: formats.number(engaged.limit_disputes),
    });
  };
}
