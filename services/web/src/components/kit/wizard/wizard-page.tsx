import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { ArrowLeft, ArrowRight, Check, CircleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useFormats } from '../../../lib/site.tsx';
import { PageTop } from '../../studio/page-top.tsx';
import type { FormPreview } from '../form/form-preview.tsx';
import { FormSectionCards } from '../form/form-section.tsx';
import { BusyButton } from '../busy-button.tsx';
import { LinkButton } from '../link-button.tsx';
import { useIsPhone } from '../use-is-phone.ts';
import type { Wizard } from './use-wizard.ts';
import { restingWhile } from './resting-link.ts';
import { WizardSteps } from './wizard-steps.tsx';
import '../form/form.css';
import './wizard.css';

interface WizardPageProps {
  readonly title: string;
  readonly wizard: Wizard;
  /** Shows what the values make before they are saved. */
  readonly preview?: FormPreview | null;
}

/** A job in steps: where one is, what this step asks for, and the ways back and on. */
export function WizardPage({ title, wizard, preview }: WizardPageProps) {
  const { steps, at, step, draft, redirect, next, question } = wizard;
  const { t } = useTranslation();
  const { number } = useFormats();
  const isPhone = useIsPhone();
  if (redirect !== null) return <Navigate to={redirect} replace />;
  return (
    <>
      <PageTop title={title}>{preview?.button}</PageTop>
      <div className="wizard" data-preview={preview && preview.button === null ? true : undefined}>
        <div className="wizard-head">
          {isPhone ? null : <WizardSteps wizard={wizard} />}
          {/* Where one is, said with each step; a telephone has room for no more than this. */}
          <p role="status" className={isPhone ? 'wizard-place' : 'visually-hidden'}>
            {t('wizard-place', { step: number(at + 1), all: number(steps.length) })}
            <span className="visually-hidden">{`: ${step.title}`}</span>
          </p>
          {isPhone ? (
            <LinearProgress variant="determinate" value={((at + 1) / steps.length) * 100} aria-hidden />
          ) : null}
        </div>
        <form
          className="form-body wizard-body"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <FormSectionCards
            key={`${step.id} ${draft.round}`}
            section={step}
            draft={draft}
            wanted={null}
            isWhole={false}
          />
          {step.content}
          {draft.problem === null ? null : (
            <p className="form-wrong" role="alert">
              <CircleAlert className="icon" aria-hidden />
              {draft.problem}
            </p>
          )}
          <WizardFoot wizard={wizard} />
        </form>
        {preview?.side}
      </div>
      {question}
    </>
  );
}

function WizardFoot({ wizard: { steps, at, step, draft, addressOf, skip } }: { wizard: Wizard }) {
  const { t } = useTranslation();
  const before = steps[at - 1];
  const isLast = at === steps.length - 1;
  return (
    <div className="wizard-foot">
      {before === undefined ? null : (
        <LinkButton to={addressOf(before)} onMouseDown={keepCursor} {...restingWhile(draft.isSaving)}>
          <ArrowLeft className="icon icon-flip" aria-hidden />
          {t('btn-back')}
        </LinkButton>
      )}
      <span />
      {step.isOptional && !isLast ? (
        <Button variant="text" aria-disabled={draft.isSaving || undefined} onMouseDown={keepCursor} onClick={skip}>
          {t('wizard-skip')}
        </Button>
      ) : null}
      <BusyButton type="submit" variant="contained" color="primary" isBusy={draft.isSaving} onMouseDown={keepCursor}>
        {t(isLast ? 'wizard-finish' : 'wizard-next')}
        {isLast ? <Check className="icon" aria-hidden /> : <ArrowRight className="icon icon-flip" aria-hidden />}
      </BusyButton>
    </div>
  );
}

/** A field that is left says what is wrong with it, which would move the button away from under the press. */
const keepCursor = (event: MouseEvent): void => event.preventDefault();
