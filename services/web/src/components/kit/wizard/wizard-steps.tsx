import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { SiteLink } from '../../site-link.tsx';
import { restingWhile } from './resting-link.ts';
import type { Wizard } from './use-wizard.ts';

/** All steps in a line. Each that may be opened is a link; what is done has a tick. */
export function WizardSteps({ wizard: { steps, at, reach, draft, addressOf } }: { wizard: Wizard }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <nav aria-label={t('wizard-steps')}>
      <Stepper activeStep={at} nonLinear>
        {steps.map((step, index) => {
          const isDone = step.isDone ?? index < at;
          const label = (
            <StepLabel icon={number(index + 1)}>
              {step.title}
              {isDone ? <span className="visually-hidden">{` ${t('first-steps-is-done')}`}</span> : null}
            </StepLabel>
          );
          return (
            <Step key={step.id} completed={isDone && index !== at} disabled={index >= reach}>
              {index < reach ? (
                <SiteLink
                  to={addressOf(step)}
                  className="wizard-step"
                  aria-current={index === at ? 'step' : undefined}
                  {...restingWhile(draft.isSaving)}
                >
                  {label}
                </SiteLink>
              ) : (
                <span className="wizard-step">{label}</span>
              )}
            </Step>
          );
        })}
      </Stepper>
    </nav>
  );
}
