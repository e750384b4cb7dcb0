import Button from '@mui/material/Button';
import { CircleAlert, History, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Empty } from '../../studio/list-states.tsx';
import { PageTop } from '../../studio/page-top.tsx';
import { SearchBox } from '../../studio/search-box.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { BusyButton } from '../busy-button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Float } from '../floats.tsx';
import type { FormPreview } from './form-preview.tsx';
import { focusField } from './focus-field.ts';
import { FormNav } from './form-nav.tsx';
import { useFormLeaving } from './form-leaving.tsx';
import { FormSectionCards } from './form-section.tsx';
import { fieldsOf, type FormQuestion, type FormSection, type FormValues } from './form-types.ts';
import type { FormDraft } from './use-form-draft.ts';
import './form.css';
import './form-saving.css';

interface FormPageProps {
  readonly title: string;
  readonly draft: FormDraft;
  /** Those that the person may open, in their order. */
  readonly sections: readonly FormSection[];
  /** What is shown: the section of this address, or what a search found. */
  readonly shown: readonly FormSection[];
  readonly current: string | null;
  /** The field that a link led to. */
  readonly wanted: string | null;
  readonly search: {
    readonly label: string;
    readonly text: string;
    readonly onSearch: (text: string) => void;
    readonly none: string;
  };
  readonly sectionsLabel: string;
  /** What is to be confirmed before these values are saved. */
  readonly ask?: (edits: FormValues) => FormQuestion | null;
  /** Shows a field that keeps the form from being saved and is not among those shown. */
  readonly onLead: (field: string) => void;
  /** Who changed what, with the way back, while it is open. */
  readonly history?: ReactNode;
  /** Opens it. */
  readonly onHistory?: () => void;
  /** Stands before the sections that are shown. */
  readonly lead?: ReactNode;
  /** Shows what the values make before they are saved. */
  readonly preview?: FormPreview | null;
}

/**
 * A page of fields made from their definitions: sections with addresses of their own, one draft for what is changed on
 * it, saved together and asked about before it would be lost.
 */
export function FormPage(props: FormPageProps) {
  const { title, draft, sections, shown, current, wanted, search, ask, onLead, history, onHistory, preview } = props;
  const { t } = useTranslation();
  useWantedField(wanted, shown);
  const { save, overlays } = useFormSaving({
    draft,
    ask,
    onWrong: (field) => (isAmong(shown, field) ? focusField(field) : onLead(field)),
  });
  return (
    <>
      <PageTop title={title}>
        {preview?.button}
        {onHistory ? (
          <Button aria-haspopup="dialog" onClick={onHistory}>
            <History className="icon" aria-hidden />
            {t('form-history')}
          </Button>
        ) : null}
      </PageTop>
      <div className="form-page" data-preview={preview && preview.button === null ? true : undefined}>
        <div className="form-side">
          <SearchBox label={search.label} value={search.text} onSearch={search.onSearch} />
          <FormNav label={props.sectionsLabel} sections={sections} current={current} edits={draft.edits} />
        </div>
        <form
          className="form-body"
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {/* Enter saves: without a button of its own a form of several fields sends nothing. */}
          <button type="submit" hidden>
            {t('btn-save')}
          </button>
          {props.lead}
          {shown.length === 0 ? <Empty icon={SlidersHorizontal} text={search.none} /> : null}
          {shown.map((section) => (
            <FormSectionCards
              key={`${section.id} ${draft.round}`}
              section={section}
              draft={draft}
              wanted={wanted}
              isWhole={search.text !== ''}
            />
          ))}
        </form>
        {preview?.side}
      </div>
      {overlays}
      {history}
    </>
  );
}

const isAmong = (sections: readonly FormSection[], field: string | null): boolean =>
  sections.some((section) => fieldsOf(section).some(({ id }) => id === field));

/** A link to one field leads to it and not only to its section. */
function useWantedField(wanted: string | null, shown: readonly FormSection[]): void {
  const { pathname } = useLocation();
  const isHere = isAmong(shown, wanted);
  useEffect(() => {
    if (wanted === null || !isHere) return undefined;
    // A new address gives the focus to the page's heading first.
    const timer = setTimeout(focusField, 0, wanted);
    return () => clearTimeout(timer);
  }, [wanted, isHere, pathname]);
}

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
function useFormSaving({ draft, ask, onWrong }: SavingOptions): FormSaving {
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
