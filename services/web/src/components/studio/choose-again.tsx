import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toasts.tsx';
import type { UploadItem } from '../../entities/upload/upload-item.ts';
import { useUploadQueue } from '../../entities/upload/use-uploads.tsx';

/** A reload took the file away: the browser may still know it, else only the person can give it back. */
export function ChooseAgain({ item, className }: { item: UploadItem; className?: string }) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const toast = useToast();
  const pick = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('upload-choose-again-name', { name: item.name })}
        onClick={() => {
          void queue.resume(item.key).then((isFound) => {
            if (!isFound) pick.current?.click();
          });
        }}
      >
        {t('upload-choose-again')}
      </button>
      <input
        ref={pick}
        type="file"
        accept={item.type}
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file && !queue.replace(item.key, file))
            toast({ text: t('upload-other-file', { name: item.name }), tone: 'bad' });
        }}
      />
    </>
  );
}
