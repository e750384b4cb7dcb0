import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { LibraryMedia } from '@backlot/contracts/library';
import { useMutation } from '@tanstack/react-query';
import { FolderInput, Pencil, RotateCcw, RotateCw, ScanEye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { FieldError } from '../../../components/field.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useMe } from '../../../lib/site.tsx';
import { useLibraryCache } from '../library-query.ts';

interface ActionsProps {
  readonly media: LibraryMedia;
  readonly onRename: () => void;
  readonly onAssign: () => void;
  readonly onDelete: () => void;
}

/** What can be done with one file. Turning it turns it in every post that holds it. */
export function MediaActions({ media, onRename, onAssign, onDelete }: ActionsProps) {
  const { t } = useTranslation();
  const role = useMe()?.role;
  const [asked, setAsked] = useState<'left' | 'right' | 'blur' | null>(null);
  const isReady = media.state === 'ready';
  const turn = (side: 'left' | 'right'): string =>
    `${t('menu-rotate')}: ${t(side === 'left' ? 'rotate-left' : 'rotate-right')}`;
  return (
    <>
      <Button size="small" disabled={media.state === 'processing'} onClick={onRename}>
        <Pencil className="icon" aria-hidden />
        {t('library-rename')}
      </Button>
      {isReady ? (
        <Button size="small" onClick={onAssign}>
          <FolderInput className="icon" aria-hidden />
          {t('library-assign')}
        </Button>
      ) : null}
      {isReady && media.type === 'photo'
        ? (['left', 'right'] as const).map((side) => (
            <IconButton
              data-framed
              key={side}
              aria-label={turn(side)}
              title={turn(side)}
              onClick={() => setAsked(side)}
            >
              {side === 'left' ? <RotateCcw className="icon" aria-hidden /> : <RotateCw className="icon" aria-hidden />}
            </IconButton>
          ))
        : null}
      {isReady && role !== 'content_manager' ? (
        <IconButton
          data-framed
          aria-label={t('menu-refresh-blur')}
          title={t('menu-refresh-blur')}
          onClick={() => setAsked('blur')}
        >
          <ScanEye className="icon" aria-hidden />
        </IconButton>
      ) : null}
      <Button size="small" color="error" disabled={media.state === 'processing'} onClick={onDelete}>
        <Trash2 className="icon" aria-hidden />
        {t('btn-delete')}
      </Button>
      {asked === null ? null : <Remake media={media} how={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Makes the pictures of a file again, after one question. */
function Remake({ media, how, onClose }: { media: LibraryMedia; how: 'left' | 'right' | 'blur'; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useLibraryCache();
  const remake = useMutation({
    mutationFn: async () => {
      if (how === 'blur')
        await api('POST /api/upload/refresh_blur_picture', { body: { id: media._id, type: 'media' } });
      else
        await api('POST /api/upload/rotate_image', {
          body: { id: media._id, type: 'media', rotate_angle: how === 'left' ? -90 : 90 },
        });
    },
    onSuccess: onClose,
    onSettled: cache.moved,
  });
  return (
    <ConfirmDialog
      title={t(how === 'blur' ? 'refresh-blur-confirm' : 'rotate-confirm')}
      busy={remake.isPending}
      onConfirm={() => remake.mutate()}
      onCancel={onClose}
    >
      {how === 'blur' ? (
        <p className="muted">{t('refresh-blur-help')}</p>
      ) : media.used_in > 0 ? (
        <p className="muted">{t('library-in-posts', { count: media.used_in })}</p>
      ) : null}
      <FieldError text={remake.error ? errorText(remake.error) : null} />
    </ConfirmDialog>
  );
}
