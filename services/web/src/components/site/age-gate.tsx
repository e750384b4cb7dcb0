import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { FieldError } from '../field.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/**
 * POPUP-01 to POPUP-04. The server sends nothing of the site before the answer, so there is nothing behind this
 * dialog and the page is loaded again after it.
 */
export function AgeGate() {
  const { t } = useTranslation();
  const { name } = useSite();
  const confirm = useMutation({
    mutationFn: () => api('POST /api/age-modal/confirm'),
    onSuccess: () => {
      keepConfirmed();
      location.reload();
    },
  });
  const { mutate } = confirm;
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    button.current?.querySelector('button')?.focus();
    if (wasConfirmed()) mutate();
  }, [mutate]);
  return (
    <main className="lone-page">
      <div className="age-gate" role="dialog" aria-modal="true" aria-labelledby="age-title" aria-describedby="age-text">
        <p className="lone-name">{name}</p>
        <h1 id="age-title" tabIndex={-1}>
          {t('age-gate-title')}
        </h1>
        <p id="age-text">{t('age-gate-text')}</p>
        <div className="age-actions" ref={button}>
          <Button size="l" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('age-gate-button')}
          </Button>
          <Button
            size="l"
            tone="quiet"
            wide
            onClick={() => {
              location.href = 'about:blank';
            }}
          >
            {t('age-gate-leave')}
          </Button>
        </div>
        <FieldError text={confirm.error ? confirm.error.message : null} />
      </div>
    </main>
  );
}

const key = 'age-confirmed';

function keepConfirmed(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Asked again next time.
  }
}

/**
 * POPUP-03, DECISIONS 41: what was said on this device before is said again without asking, once a visit; a browser
 * that keeps no cookies sees the question.
 */
function wasConfirmed(): boolean {
  try {
    const isFirstTry = sessionStorage.getItem(key) === null;
    sessionStorage.setItem(key, '1');
    return isFirstTry && localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}
