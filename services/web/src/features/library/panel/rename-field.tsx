import type { LibraryMedia } from '@backlot/contracts/library';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useSite } from '../../../lib/site.tsx';
import { mediaKey, useLibraryCache } from '../library-query.ts';

/** Another name for a file, where it stands. Escape leaves it as it was. */
export function RenameField({ media, onDone }: { media: LibraryMedia; onDone: () => void }) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const cache = useLibraryCache();
  const errorText = useErrorText();
  const toast = useToast();
  const [name, setName] = useState(media.name);
  const rename = useMutation({
    mutationFn: async () => (await api('POST /api/media/rename', { body: { mediaId: media._id, name } })).data,
    onSuccess: (answer) => {
      cache.patch(media._id, { name: answer.name });
      void queries.invalidateQueries({ queryKey: mediaKey(site, media._id) });
      toast({ text: t('library-renamed'), tone: 'good' });
      onDone();
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === media.name) onDone();
    else if (name.trim() !== '' && !rename.isPending) rename.mutate();
  };
  return (
    <form
      className="library-rename"
      noValidate
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          event.preventDefault();
          onDone();
        }
      }}
    >
      <div className="input" data-wrong={rename.error || name.trim() === '' ? true : undefined}>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears where the person has just asked for it
          autoFocus
          dir="auto"
          aria-label={t('library-file-name')}
          maxLength={255}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <button type="submit" className="btn" data-tone="primary">
        {t('btn-save')}
      </button>
      <button type="button" className="btn" onClick={onDone}>
        {t('btn-cancel')}
      </button>
      <FieldError
        text={name.trim() === '' ? t('library-category-required') : rename.error ? errorText(rename.error) : null}
      />
    </form>
  );
}
