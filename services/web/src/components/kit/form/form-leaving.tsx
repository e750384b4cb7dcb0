import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeldPage, type HoldOptions } from '../../../lib/navigation/held-page.ts';
import { Dialog } from '../dialog.tsx';

interface LeavingOptions extends HoldOptions {
  readonly isChanged: boolean;
  readonly save: () => Promise<boolean>;
  /** The form may stand at the next address too. */
  readonly discard: () => void;
}

interface FormLeaving {
  /** The question, while it waits for an answer. */
  readonly question: ReactNode;
  /** Lets the page go: leaving is decided. */
  readonly release: () => void;
}

/** Asks before changes are lost, and saves them first where that is wanted. */
export function useFormLeaving({ isChanged, save, discard, ...hold }: LeavingOptions): FormLeaving {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ readonly go: () => void } | null>(null);
  const release = useHeldPage(isChanged, (go) => setAsked({ go }), hold);
  if (asked === null) return { question: null, release };
  const stay = (): void => setAsked(null);
  const leave = (): void => {
    release();
    setAsked(null);
    asked.go();
  };
  return {
    release,
    question: (
      <Dialog
        title={t('leave-question')}
        onClose={stay}
        actions={
          <>
            <Button
              variant="text"
              onClick={() => {
                discard();
                leave();
              }}
            >
              {t('leave-anyway')}
            </Button>
            <Button onClick={stay}>{t('leave-stay')}</Button>
            <Button
              data-first-focus
              variant="contained"
              color="primary"
              onClick={() => {
                setAsked(null);
                void save().then((isSaved) => (isSaved ? leave() : undefined));
              }}
            >
              {t('form-save-and-leave')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('form-leave-help')}</p>
      </Dialog>
    ),
  };
}
