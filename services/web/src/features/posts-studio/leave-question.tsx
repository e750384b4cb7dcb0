import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** The way out of a form: at once while nothing was changed, else after one question. Draw `question` inside the dialog. */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): { readonly leave: () => void; readonly question: ReactNode } {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const stay = (): void => setAsked(false);
  return {
    leave: () => (isChanged ? setAsked(true) : onLeave()),
    question: isAsked ? (
      <Dialog title={t('leave-question')} onClose={stay} actions={<><Button tone="quiet" onClick={onLeave}>{t('leave-anyway')}</Button><Button data-first-focus onClick={stay}>{t('leave-stay')}</Button></>}>
        <p className="muted">{t('leave-question-help')}</p>
      </Dialog>
    ) : null,
  };
}
