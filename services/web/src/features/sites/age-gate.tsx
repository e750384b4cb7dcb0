import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { useEffect, useRef } from 'react';

/**
 * POPUP-01 to POPUP-04. The server sends nothing of the site before the answer, so there is nothing behind this
 * dialog and the page is loaded anew after it.
 */
export function AgeGate() {
  const { t } = useTranslation();
  const { name } = useSite();
  const confirm = useMutation({
    mutationFn: () => api('POST /api/age-modal/confirm'),
    onSuccess: () => location.reload(),
  });
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), []);
  return (
    <main className="lone-page">
      <div className="age-gate" role="dialog" aria-modal="true" aria-labelledby="age-title" aria-describedby="age-text">
        <p className="lone-name">{name}</p>
        <h1 id="age-title" tabIndex={-1}>{t('age-gate-title')}</h1>
        <p id="age-text">{t('age-gate-text')}</p>
        <div className="age-actions" ref={button}>
          <Button size="l" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>{t('age-gate-button')}</Button>
          <Button size="l" tone="quiet" wide onClick={() => { location.href = 'about:blank'; }}>{t('age-gate-leave')}</Button>
        </div>
        <FieldError text={confirm.error ? confirm.error.message : null} />
      </div>
    </main>
  );
}
