import Button from '@mui/material/Button';
import type { FanRow } from '@backlot/contracts/staff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { GiftDialog } from './gift-dialog.tsx';
import { useRevokeGift } from './gift-query.ts';

interface FanGiftProps {
  readonly fan: FanRow;
  readonly may: 'give' | 'extend';
}

/** A membership that staff give: until when, longer, or no more. */
export function FanGift({ fan, may }: FanGiftProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const [asked, setAsked] = useState<'give' | 'revoke' | null>(null);
  const close = (): void => setAsked(null);
  const revoke = useRevokeGift(close);
  const isRunning = may === 'extend';
  return (
    <>
      {isRunning && fan.expiration_date ? (
        <p className="small">{t('fan-until', { date: date(fan.expiration_date) })}</p>
      ) : (
        <p className="small muted">{t('gift-text')}</p>
      )}
      <div className="fan-acts">
        <Button size="small" onClick={() => setAsked('give')}>
          {t(isRunning ? 'gift-extend' : 'gift-give')}
        </Button>
        {isRunning ? (
          <Button size="small" color="error" onClick={() => setAsked('revoke')}>
            {t('gift-revoke')}
          </Button>
        ) : null}
      </div>
      {asked === 'give' ? <GiftDialog fan={fan} isRunning={isRunning} onClose={close} /> : null}
      {asked === 'revoke' ? (
        <ConfirmDialog
          title={t('gift-revoke-question')}
          confirmLabel={t('gift-revoke')}
          isDanger
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(fan._id)}
          onCancel={close}
        >
          <p>{t('gift-revoke-text', { name: fan.name || fan.email })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
