import type { MyPhotoId } from '@backlot/contracts/photo-ids';
import { keepDecidedDays, keepWaitingDays } from '@backlot/domain/people/photo-id';
import { CircleAlert, CircleCheck, Hourglass, IdCard, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { PhotoIdForm } from './photo-id-form.tsx';
import './photo-id.css';

const icons = { none: IdCard, waiting: Hourglass, rejected: CircleAlert, accepted: CircleCheck } as const;

/**
 * How a photo id stands, and the form for one wherever it raises a limit. `onSent` gets the answer's message, and the form
 * goes.
 */
export function PhotoIdPanel({ mine, onSent }: { mine: MyPhotoId; onSent?: (message: string) => void }) {
  const { t } = useTranslation();
  const state = mine.limit === null ? 'accepted' : mine.state;
  const [message, setMessage] = useState<string | null>(null);
  const Icon = icons[state];
  return (
    <>
      <section className="photo-id-state" data-state={state}>
        <Icon className="icon" aria-hidden />
        <div role="status">
          {message === null ? null : <b>{message}</b>}
          <State mine={mine} isNew={message !== null} />
        </div>
      </section>
      {mine.limit === null || (message !== null && onSent) ? null : (
        <PhotoIdForm
          key={mine.sent_at}
          isAnother={state === 'waiting'}
          onSent={(text) => {
            setMessage(text);
            onSent?.(text);
          }}
        />
      )}
      <p className="photo-id-privacy" hidden={mine.limit === null && mine.sent_at === null}>
        <LockKeyhole className="icon" aria-hidden />
        {t('photo-id-privacy', { decided: keepDecidedDays, waiting: keepWaitingDays })}
      </p>
    </>
  );
}

/** `isNew`: its answer stands above it. */
function State({ mine, isNew }: { mine: MyPhotoId; isNew: boolean }) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  if (mine.limit === null) return <b>{t('photo-id-no-limit')}</b>;
  const limit = money(mine.limit);
  if (mine.state === 'waiting')
    return (
      <>
        {isNew ? null : <b>{t('photo-id-waiting')}</b>}
        <p>{t('photo-id-waiting-text', { date: date(mine.sent_at ?? ''), limit })}</p>
      </>
    );
  const raised = money(mine.limit_while_waiting ?? mine.limit);
  return (
    <>
      {mine.state === 'rejected' ? (
        <>
          <b>{t('photo-id-rejected')}</b>
          <p>{mine.reason === null ? null : t(reasonTexts[mine.reason])}</p>
        </>
      ) : null}
      <p>{t('photo-id-limit-text', { limit, raised })}</p>
    </>
  );
}

const reasonTexts = {
  unreadable: 'photo-id-unreadable',
  incomplete: 'photo-id-incomplete',
  expired: 'photo-id-expired',
  'not-id': 'photo-id-not-id',
} as const satisfies Record<NonNullable<MyPhotoId['reason']>, string>;
