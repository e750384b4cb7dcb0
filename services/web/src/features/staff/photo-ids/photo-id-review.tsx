import Button from '@mui/material/Button';
import type { FanPhotoId } from '@backlot/contracts/photo-ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { Details } from '../../../components/kit/detail.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useOpenings } from '../openings.tsx';
import { reasonTexts, stateTexts, stateTones, typeTexts } from './photo-id-texts.ts';
import { useDecidePhotoId, useOpenPhotoId } from './photo-ids-query.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** One photo id: how it stands, the document itself once it is opened, the decision, and who opened it. */
export function PhotoIdReview({ photoId }: { photoId: FanPhotoId }) {
  const { t } = useTranslation();
  const { exact, date } = useFormats();
  const openings = useOpenings(photoId.openings);
  const { decided, deleted_on: deletedOn } = photoId;
  return (
    <article className="photo-id">
      <p className="panel-chips">
        <StateChip tone={stateTones[photoId.state]} hasDot>
          {t(stateTexts[photoId.state])}
        </StateChip>
        <StateChip>{t(typeTexts[photoId.type])}</StateChip>
      </p>
      {deletedOn === null ? null : <Document photoId={photoId} />}
      <Details
        list={[
          { name: t('photo-id-sent'), value: exact(photoId.date) },
          decided && { name: t('photo-id-decided-at'), value: `${exact(decided.date)} · ${decided.by}` },
          decided?.reason != null && { name: t('photo-id-why'), value: t(reasonTexts[decided.reason]) },
          { name: t('photo-id-deletion'), value: deletedOn === null ? t('photo-id-deleted') : date(deletedOn) },
          openings,
        ]}
      />
    </article>
  );
}

function Document({ photoId }: { photoId: FanPhotoId }) {
  const { t } = useTranslation();
  const open = useOpenPhotoId();
  const decide = useDecidePhotoId(photoId._id);
  const [isRejecting, setRejecting] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const isPicture = photoId.type === 'picture';
  const show = (): void =>
    open.mutate(photoId._id, {
      onSuccess: ({ address, type }) => {
        // It is answered as a file to save: the page stays.
        if (type === 'pdf') location.assign(address);
      },
    });
  const address = isPicture ? open.data?.address : undefined;
  const isDecidable = photoId.state === 'waiting' && photoId.is_opened;
  return (
    <>
      {address === undefined ? (
        <p className="form-help">{t('photo-id-open-help')}</p>
      ) : (
        // Enlarged it scrolls: the small print of a document decides.
        <div
          className="photo-id-frame"
          data-large={isLarge || undefined}
          {...(isLarge ? { tabIndex: 0, role: 'region', 'aria-label': t('photo-id-title') } : {})}
        >
          <img className="photo-id-picture" src={address} alt={t('photo-id-title')} />
        </div>
      )}
      <div className="fan-acts">
        {address === undefined ? (
          <BusyButton
            variant={isDecidable ? 'outlined' : 'contained'}
            color="primary"
            isBusy={open.isPending}
            onClick={show}
          >
            {t(isPicture ? 'photo-id-open' : 'photo-id-save')}
          </BusyButton>
        ) : null}
        {isDecidable ? (
          <>
            <BusyButton
              variant="contained"
              color="primary"
              isBusy={decide.isPending}
              onClick={() => decide.mutate(null)}
            >
              {t('photo-id-accept')}
            </BusyButton>
            <BusyButton isBusy={decide.isPending} onClick={() => setRejecting(true)}>
              {t('photo-id-reject')}
            </BusyButton>
          </>
        ) : null}
        {address === undefined ? null : (
          <Button onClick={() => setLarge(!isLarge)}>{t(isLarge ? 'photo-id-whole' : 'photo-id-enlarge')}</Button>
        )}
      </div>
      {isRejecting ? (
        <RejectDialog
          isBusy={decide.isPending}
          onCancel={() => setRejecting(false)}
          onReject={(reason) => decide.mutate(reason, { onSettled: () => setRejecting(false) })}
        />
      ) : null}
    </>
  );
}
