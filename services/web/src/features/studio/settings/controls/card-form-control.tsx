import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { TextField } from '../../../../components/kit/text-field.tsx';
import { useCopy } from '../../../../components/use-copy.ts';
import { useCardWebhookAddress } from './card-webhook-query.ts';

/** The payment form, whose provider has to be told where its webhooks go. */
export function CardFormControl({ id, value, describedBy, isWrong, onChange, onLeave }: ControlProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { data: webhook } = useCardWebhookAddress();
  return (
    <div className="card-form-control">
      <TextField
        id={id}
        describedBy={describedBy}
        isWrong={isWrong}
        value={String(value ?? '')}
        onChange={onChange}
        onBlur={onLeave}
        type="password"
        autoComplete="new-password"
        placeholder={t('set-secret-unseen')}
        inputProps={{ maxLength: 80 }}
      />
      {webhook ? (
        <>
          <p>{t('set-card-webhook-address')}</p>
          <code dir="ltr">{webhook.url}</code>
          <Button variant="text" onClick={() => copy(webhook.url)}>
            {t('crypto-copy-address')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
