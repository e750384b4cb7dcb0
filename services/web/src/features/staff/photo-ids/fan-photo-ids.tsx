import { useTranslation } from 'react-i18next';
import { DetailCard } from '../../../components/kit/detail-page.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { PhotoIdReview } from './photo-id-review.tsx';
import { useFanPhotoIds } from './photo-ids-query.ts';

/** What a fan sent, for those who decide on it. Nothing where nothing was sent. */
export function FanPhotoIds({ fanId }: { fanId: string }) {
  const { t } = useTranslation();
  const query = useFanPhotoIds(fanId);
  if (query.data?.length === 0) return null;
  return (
    <DetailCard title={t('photo-id-title')}>
      {query.data ? (
        query.data.map((one) => <PhotoIdReview key={one._id} photoId={one} />)
      ) : (
        <NoAnswer asked={query} count={2} />
      )}
    </DetailCard>
  );
}
