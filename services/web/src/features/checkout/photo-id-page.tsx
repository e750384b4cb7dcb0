import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import '../../components/styles/account.css';
import { useMyPhotoId } from '../../entities/purchase/my-photo-id.ts';
import { paths } from '../../lib/paths.ts';
import { PhotoIdPanel } from './photo-id/photo-id-panel.tsx';

/** One's own photo id: what it is good for, what became of it, and another one. */
export function Page() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useMyPhotoId();
  if (isError && !data) return <LoadFailed onRetry={refetch} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('photo-id-title')}</h1>
      <PhotoIdPanel mine={data} />
      <div className="account-actions">
        <ButtonLink to={paths.profile} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
    </div>
  );
}
