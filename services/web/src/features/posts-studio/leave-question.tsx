import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

/** The way out of a form: at once while nothing was changed, else after one question. Draw `question` inside the dialog. */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): { readonly leave: () => void; readonly question: ReactNode } {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return {
    leave: () => (isChanged ? setAsked(true) : onLeave()),
    question: isAsked ? (
      <ConfirmDialog title={t('leave-question')} confirmLabel={t('leave-anyway')} cancelLabel={t('leave-stay')} onConfirm={onLeave} onCancel={() => setAsked(false)}>
        <p className="muted">{t('leave-question-help')}</p>
      </ConfirmDialog>
    ) : null,
  };
}
