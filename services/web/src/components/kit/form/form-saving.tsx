import Button from '@mui/material/Button';
import { CircleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../busy-button.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Float } from '../floats.tsx';
import { useFormLeaving } from './form-leaving.tsx';
import type { FormQuestion, FormValues } from './form-types.ts';
import type { FormDraft } from './use-form-draft.ts';
import './form-saving.css';

interface SavingOptions {
  readonly draft: FormDraft;
  /** What is to be confirmed before these values are saved. */
  readonly ask: ((edits: FormValues) => FormQuestion | null) | undefined;
  /** Shows the field that keeps the form from being saved. */
  readonly onWrong: (field: string) => void;
}

interface FormSaving {
  /** Saves what is changed, as the bar's button and its key do. */
  readonly save: () => void;
  /** The bar, and the questions that wait for an answer. */
  readonly overlays: ReactNode;
}

/** How the changes of a form are saved: by its bar, its key or on leaving, and asked about where many people notice them. */
export function useFormSaving({ draft, ask, onWrong }: SavingOptions): FormSaving {
  const [asked, setAsked] = useState<Asked | null>(null);
  const count = Object.keys(draft.edits).length;
  const store = async (): Promise<boolean> => {
    const { isSaved, wrong } = await draft.save();
    if (wrong !== null) onWrong(wrong);
    return isSaved;
  };
  const save = async (): Promise<boolean> => {
    // The question that stands there is answered first.
    if (asked !== null) return false;
    const question = draft.firstWrong() === null ? (ask?.(draft.edits) ?? null) : null;
    return question === null ? store() : new Promise((answer) => setAsked({ question, answer }));
  };
  const answer = (isSaved: boolean | Promise<boolean>): void => {
    setAsked(null);
    asked?.answer(isSaved);
  };
  const saveChanged = (): void => {
    if (count > 0 && !draft.isSaving) void save();
  };
  const { question: leaving } = useFormLeaving({ isChanged: count > 0, save, discard: draft.discard });
  useKeys({ 'mod+s': saveChanged });
  return {
    save: saveChanged,
    overlays: (
      <>
        <SaveBar draft={draft} count={count} onSave={saveChanged} />
        {leaving}
        {asked ? (
          <ConfirmDialog
            title={asked.question.title}
            confirmLabel={asked.question.confirm}
            onCancel={() => answer(false)}
            onConfirm={() => answer(store())}
          >
            <p>{asked.question.text}</p>
          </ConfirmDialog>
        ) : null}
      </>
    ),
  };
}

/** What is asked before saving, and what waits for it, such as leaving. */
interface Asked {
  readonly question: FormQuestion;
  readonly answer: (isSaved: boolean | Promise<boolean>) => void;
}

interface SaveBarProps {
  readonly draft: FormDraft;
  readonly count: number;
  readonly onSave: () => void;
}

/** Stands over the foot of the page as long as something is not saved. */
function SaveBar({ draft, count, onSave }: SaveBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Float place="selection" label={t('form-unsaved')}>
      <div className="save-bar">
        <p role="status" data-wrong={draft.problem !== null || undefined}>
          {draft.problem === null ? null : <CircleAlert className="icon" aria-hidden />}
          {draft.problem ?? t('form-unsaved-count', { count })}
        </p>
        <Button variant="text" disabled={draft.isSaving} onClick={() => draft.discard()}>
          {t('form-discard')}
        </Button>
        <BusyButton variant="contained" color="primary" isBusy={draft.isSaving} onClick={onSave}>
          {t('btn-save')}
        </BusyButton>
      </div>
    </Float>
  );
}
