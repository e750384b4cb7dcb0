import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { useHeldPage } from '../../../lib/navigation/held-page.ts';

interface Leaving {
  /** What Cancel, Escape and Close do: at once while nothing was changed, else after one question. */
  readonly leave: () => void;
  /** For what was saved: nobody is asked. */
  readonly close: () => void;
  /** To be drawn inside the dialog. */
  readonly question: ReactNode;
}

/** The ways out of a form, also Back, Forward and links. */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): Leaving {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ readonly go: () => void } | null>(null);
  const release = useHeldPage(isChanged, (go) => setAsked({ go }));
  const stay = (): void => setAsked(null);
  const take = (go: () => void): void => {
    release();
    setAsked(null);
    go();
  };
  return {
    leave: () => (isChanged ? setAsked({ go: onLeave }) : onLeave()),
    close: () => take(onLeave),
    question: asked ? (
      <Dialog
        title={t('leave-question')}
        onClose={stay}
        actions={
          <>
            <Button size="large" onClick={() => take(asked.go)}>
              {t('leave-anyway')}
            </Button>
            <Button size="large" variant="contained" color="primary" data-first-focus onClick={stay}>
              {t('leave-stay')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('leave-question-help')}</p>
      </Dialog>
    ) : null,
  };
}
