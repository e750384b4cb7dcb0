import type { PromotionView } from '@backlot/contracts/promotions';
import { useState } from 'react';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/kit/confirm-dialog.tsx';
import { Details } from '../../components/kit/detail.tsx';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useFormats, useSettingValues } from '../../lib/site.tsx';
import { useFailureText } from '../../lib/texts/failure-text.ts';
import { usePromotionLabels } from './promotion-labels.tsx';
import { useEndPromotion } from './promotions-query.ts';

/** The one that runs, with what is left of it, and its end. */
export function RunningPromotion({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const labels = usePromotionLabels();
  const values = useSettingValues();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="promotion-running">
      <div className="promotion-ribbon">
        <Ribbon
          key={promotion.ends_at}
          look={ribbonLook('promotion', values)}
          label={t('promotion-ribbon')}
          text={promotion.ribbon_text}
          endsAt={promotion.ends_at}
        />
      </div>
      <Details
        list={[
          { name: t('promotion-price'), value: labels.price(promotion) },
          { name: t('promotion-audience-label'), value: labels.audience(promotion) },
          {
            name: t(promotion.is_repeat_promotion ? 'promotion-next-run' : 'promotion-ends'),
            value: exact(promotion.ends_at),
          },
        ]}
      />
      <div>
        <Button size="large" variant="contained" color="error" data-first-focus onClick={() => setAsking(true)}>
          {t('promotion-end')}
        </Button>
      </div>
      {isAsking ? <EndQuestion promotion={promotion} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

const questions = {
  SUBSCRIPTION: 'end-new-subscriber-promotion',
  LOCKED_CONTENT: 'end-locked-content-promotion',
} as const;

/** PROMO-20 to PROMO-22. */
function EndQuestion({ promotion, onClose }: { promotion: PromotionView; onClose: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useFailureText('end-promotion-error');
  const { mutate, isPending } = useEndPromotion({
    onSuccess: ({ message }) => {
      toast({ text: message });
      onClose();
    },
    onError: (refusal) => {
      toast({ text: errorText(refusal), tone: 'bad' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('promotion-end')}
      confirmLabel={t('promotion-end')}
      isDanger
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => mutate(promotion._id)}
    >
      <p>{t(questions[promotion.type])}</p>
      <p className="muted">{t(promotion.type === 'SUBSCRIPTION' ? 'promotion-end-keeps' : 'promotion-end-posts')}</p>
    </ConfirmDialog>
  );
}
