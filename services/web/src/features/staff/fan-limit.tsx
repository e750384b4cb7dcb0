import type { PurchaseLimit } from '@backlot/contracts/reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { Details } from '../../components/kit/detail.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import { useErrorText } from '../../lib/texts/error-text.ts';

/** How much a fan may buy in a day without a photo id, how much of it is left, and the button that lifts the limit. */
export function FanLimit({ fanId, limit }: { fanId: string; limit: PurchaseLimit }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const change = useLimitChange(fanId);
  return (
    <>
      {limit.is_lifted ? (
        <p className="small">{t('fan-limit-lifted')}</p>
      ) : (
        <>
          <p className="small muted">{t('fan-limit-why')}</p>
          <Details
            list={[
              { name: t('fan-limit-most'), value: formats.money(limit.amount) },
              { name: t('fan-limit-bought'), value: formats.money(limit.bought) },
            ]}
          />
        </>
      )}
      <BusyButton size="small" isBusy={change.isPending} onClick={() => change.mutate(!limit.is_lifted)}>
        {t(limit.is_lifted ? 'fan-limit-set' : 'fan-limit-lift')}
      </BusyButton>
    </>
  );
}

function useLimitChange(fanId: string) {
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isAccepted: boolean) =>
      api('POST /api/admin/update_is_photo_id_accepted_status', {
        body: { user_id: fanId, is_photo_id_accepted: isAccepted },
      }),
    onSuccess: ({ message }) => {
      toast({ text: message, tone: 'good' });
      return queries.invalidateQueries({ queryKey: [id, 'fans'] });
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}
