import type { WaitingPhotoId } from '@backlot/contracts/photo-ids';
import { useTranslation } from 'react-i18next';
import { DetailSection } from '../../../components/kit/detail.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { PhotoIdReview } from './photo-id-review.tsx';
import { useFanPhotoIds } from './photo-ids-query.ts';

/** One that waits, beside the list of all. */
export function PhotoIdPanel({ waiting, ...steps }: RowSteps & { readonly waiting: WaitingPhotoId }) {
  const { t } = useTranslation();
  const query = useFanPhotoIds(waiting.user._id);
  const photoId = query.data?.find(({ _id }) => _id === waiting._id);
  return (
    <SidePanel
      {...steps}
      label={`${t('photo-id-title')}: ${waiting.user.name || waiting.user.email}`}
      head={
        <div>
          <h2>
            <FanName fan={waiting.user} />
          </h2>
          <p className="small muted cut">{waiting.user.email}</p>
        </div>
      }
    >
      <DetailSection>
        {photoId ? <PhotoIdReview key={photoId._id} photoId={photoId} /> : <NoAnswer asked={query} count={3} />}
      </DetailSection>
    </SidePanel>
  );
}
