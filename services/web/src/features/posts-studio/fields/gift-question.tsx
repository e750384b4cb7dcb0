import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { isFilm, type UploadItem } from '../../../entities/upload/upload-item.ts';

interface GiftQuestion {
  /** Asks whether everybody may have this file for free, and goes on only with a yes. */
  readonly ask: (item: UploadItem, onYes: () => void) => void;
  /** To be drawn inside the form. */
  readonly question: ReactNode;
}

/** A file that the post sells becomes its preview only when its creator wants to give it away (DECISIONS 45). */
export function useGiftQuestion(): GiftQuestion {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ readonly item: UploadItem; readonly onYes: () => void } | null>(null);
  const end = (): void => setAsked(null);
  return {
    ask: (item, onYes) => setAsked({ item, onYes }),
    question: asked ? (
      <ConfirmDialog
        title={t('preview-give-question')}
        confirmLabel={t('preview-give-yes')}
        isDanger
        onCancel={end}
        onConfirm={() => {
          asked.onYes();
          end();
        }}
      >
        <p className="muted">
          {t(isFilm(asked.item) ? 'preview-give-video' : 'preview-give-photo', { name: asked.item.name })}
        </p>
      </ConfirmDialog>
    ) : null,
  };
}
