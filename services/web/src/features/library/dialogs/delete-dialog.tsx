import Button from '@mui/material/Button';
import type { LibraryMedia } from '@backlot/contracts/library';
import type { CallMap } from '@backlot/contracts/http/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { FieldError } from '../../../components/field.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useSite } from '../../../lib/site.tsx';
import { useLibraryLabels } from '../library-labels.ts';
import { useLibraryCache } from '../library-query.ts';

type Fate = CallMap['POST /api/media/uses']['answer']['data'][number];
const atOnce = 100;

const inSlices = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) => ids.slice(n * atOnce, (n + 1) * atOnce));

/** MEDIA-50: asks, and says beforehand what deleting touches. */
export function DeleteDialog({
  media,
  onDeleted,
  onClose,
}: {
  media: readonly LibraryMedia[];
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toast = useToast();
  const cache = useLibraryCache();
  const { id: site } = useSite();
  const ids = media.map(({ _id }) => _id);
  const fates = useQuery({
    queryKey: [site, 'library', 'uses', ...ids],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          inSlices(ids).map((some) => api('POST /api/media/uses', { body: { mediaIds: some }, signal })),
        )
      ).flatMap(({ data }) => data),
  });
  const remove = useMutation({
    mutationFn: async () => {
      for (const some of inSlices(ids)) await api('POST /api/media/remove-media', { body: { mediaIds: some } });
    },
    onSuccess: () => {
      cache.drop(ids);
      toast({ text: t('library-deleted', { count: ids.length }), tone: 'good' });
      onDeleted();
    },
    onError: cache.moved,
  });
  const error = remove.error ?? fates.error;
  return (
    <Dialog
      title={t('media-delete-confirm')}
      onClose={onClose}
      actions={
        <>
          <Button size="large" data-first-focus onClick={onClose}>
            {t('btn-cancel')}
          </Button>
          <BusyButton
            size="large"
            variant="contained"
            color="error"
            isBusy={remove.isPending || (fates.isPending && !fates.error)}
            onClick={() => remove.mutate()}
          >
            {t('btn-delete')}
          </BusyButton>
        </>
      }
    >
      {fates.data ? (
        <Fates fates={fates.data} />
      ) : fates.error ? null : (
        <p className="muted" role="status">
          {t('library-delete-looking')}
        </p>
      )}
      <FieldError text={error ? errorText(error) : null} />
    </Dialog>
  );
}

const mostNamed = 5;

/** What is lost and what is kept, with the posts that keep it. */
function Fates({ fates }: { fates: readonly Fate[] }) {
  const { t } = useTranslation();
  const labels = useLibraryLabels();
  const destroyed = fates.filter(({ outcome }) => outcome === 'destroyed').length;
  const kept = fates.filter(({ outcome }) => outcome === 'kept');
  const posts = [...new Map(kept.flatMap(({ uses }) => uses).map((use) => [use._id, use])).values()];
  return (
    <div className="library-fates">
      {destroyed > 0 ? (
        <p data-tone="bad">
          <Trash2 className="icon" aria-hidden />
          {t('library-delete-destroyed', { count: destroyed })}
        </p>
      ) : null}
      {kept.length > 0 ? (
        <p data-tone="good">
          <CircleCheck className="icon" aria-hidden />
          {t('library-delete-kept', { count: kept.length })}
        </p>
      ) : null}
      {posts.length > 0 ? (
        <ul>
          {posts.slice(0, mostNamed).map((use) => (
            <li key={use._id}>
              <span className="cut" dir="auto">
                {labels.use(use)}
              </span>
              {use.buyers ? <small>{t('library-use-buyers', { count: use.buyers })}</small> : null}
            </li>
          ))}
          {posts.length > mostNamed ? <li className="muted">…</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
