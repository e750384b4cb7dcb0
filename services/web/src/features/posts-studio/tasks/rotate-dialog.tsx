import { RotateCcw, RotateCw } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import type { TaskProps } from './task-props.ts';
import { usePostChanged } from './task-form.ts';

/** POST-102. */
const angles = [-90, 90] as const;

/** One photo of the post, a quarter to the left or to the right; shown as it will be. */
export function RotateDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const changed = usePostChanged();
  const photos = post.media.flatMap((media, index) => (media.type === 'photo' ? [{ media, index }] : []));
  const [chosen, setChosen] = useState(photos[0]?.index ?? 0);
  const [angle, setAngle] = useState<(typeof angles)[number]>(90);
  const shown = post.media[chosen];
  const rotate = useMutation({
    mutationFn: () =>
      api('POST /api/upload/rotate_image', {
        body: { id: post._id, type: 'blog', rotate_angle: angle, imageIndex: chosen, format: post.format },
      }),
    onSuccess: ({ message }) => {
      if (message) toast({ text: message, tone: 'good' });
      changed(null);
      onClose();
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  return (
    <ConfirmDialog
      title={t('rotate-confirm')}
      confirmLabel={t('menu-rotate')}
      busy={rotate.isPending}
      onCancel={onClose}
      onConfirm={() => rotate.mutate()}
    >
      <div className="rotate-stage">
        {shown?.thumbnail_url || shown?.url ? (
          <img src={shown.url ?? shown.thumbnail_url ?? ''} alt="" style={{ rotate: `${angle}deg` }} />
        ) : null}
      </div>
      <div className="segments rotate-sides" role="radiogroup" aria-label={t('menu-rotate')}>
        {angles.map((one) => {
          const Icon = one < 0 ? RotateCcw : RotateCw;
          return (
            <label key={one}>
              <input type="radio" name="angle" checked={angle === one} onChange={() => setAngle(one)} />
              <span>
                <Icon className="icon" aria-hidden />
                {t(one < 0 ? 'rotate-left' : 'rotate-right')}
              </span>
            </label>
          );
        })}
      </div>
      {photos.length > 1 ? (
        <div className="preview-choices" role="radiogroup" aria-label={t('rotate-which')}>
          {photos.map(({ media, index }) => (
            <label key={media._id} className="preview-choice">
              <input
                type="radio"
                name="which"
                checked={index === chosen}
                aria-label={t('media-photo-n', { n: index + 1 })}
                onChange={() => setChosen(index)}
              />
              {media.thumbnail_url ? <img src={media.thumbnail_url} alt="" /> : <span />}
            </label>
          ))}
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
