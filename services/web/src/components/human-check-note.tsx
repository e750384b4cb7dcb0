import { useTranslation } from 'react-i18next';
import type { HumanChecking } from '../lib/human-check/use-human-check.ts';
import './human-check-note.css';

/** Under a form's button: that the check is going on, or the provider's own box. The place is always there, so that it is read out. */
export function HumanCheckNote({ state, place }: Pick<HumanChecking, 'state' | 'place'>) {
  const { t } = useTranslation();
  return (
    <div className="human-check" role="status" data-state={state}>
      {state === 'working' ? (
        <p>
          <b>{t('human-check-running')}</b> {t('human-check-wait')}
        </p>
      ) : null}
      {state === 'asking' ? (
        <p>
          <b>{t('human-check')}</b>
        </p>
      ) : null}
      <div ref={place} hidden={state !== 'asking'} />
    </div>
  );
}
