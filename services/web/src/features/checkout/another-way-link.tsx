import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button.tsx';
import { paths } from '../../lib/paths.ts';
import { useAnotherWay } from './another-way-query.ts';

/** After a decline: the same purchase with the site's other provider, where that may be tried. */
export function AnotherWayLink({ intentId }: { intentId: string }) {
  const { t } = useTranslation();
  const { data: offered } = useAnotherWay(intentId);
  if (!offered) return null;
  return (
    <span className="payment-another-way">
      <ButtonLink to={paths.anotherWay(intentId)} tone="quiet" size="s">
        {t('another-way-title')}
      </ButtonLink>
    </span>
  );
}
