import { isMembershipFree, promotionProblems, repeatTextOf } from '@backlot/domain/money/promotion-terms';
import { Lock, Users } from 'lucide-react';
import { useState } from 'react';
import { promotionTypeTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '../../components/kit/choice-cards.tsx';
import { ConfirmDialog } from '../../components/kit/confirm-dialog.tsx';
import { Dialog } from '../../components/kit/dialog.tsx';
import { DialogFoot } from '../../components/kit/dialog-foot.tsx';
import { NoAnswer } from '../../components/studio/list-states.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError } from '../../lib/api.ts';
import { useSettingValues, useSite } from '../../lib/site.tsx';
import { useFailureText } from '../../lib/texts/failure-text.ts';
import { PromotionFields } from './promotion-fields.tsx';
import { inputOf, newDraft, pricesIn, type PromotionDraft } from './promotion-form.ts';
import { PricePreview, RibbonPreview } from './promotion-preview.tsx';
import { useCurrentPromotion, useSavePromotion, type PromotionInput, type PromotionType } from './promotions-query.ts';
import { RunningPromotion } from './running-promotion.tsx';
import { useSuggestion } from './use-suggestion.ts';

const typeIcons = { SUBSCRIPTION: Users, LOCKED_CONTENT: Lock } as const;

interface DialogProps {
  /** A type, or anything for the one that a site mostly wants. */
  readonly asked: string;
  readonly onClose: () => void;
}

/** The promotion offer dialog: of each type the one that runs, to be ended, or a new one. */
export function PromotionDialog({ asked, onClose }: DialogProps) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const prices = pricesIn(values, useSite().currency);
  const [draft, setDraft] = useState(() => newDraft(prices, asked));
  const current = useCurrentPromotion(draft.type);
  const saving = useSaving(draft, onClose);
  const types: readonly PromotionType[] = isMembershipFree(prices)
    ? ['LOCKED_CONTENT']
    : ['SUBSCRIPTION', 'LOCKED_CONTENT'];
  const isNew = current.data === null;
  return (
    <>
      <Dialog
        title={t('promotion-title')}
        shape="full"
        className="promotion-dialog"
        onClose={onClose}
        actions={
          isNew ? (
            <DialogFoot onCancel={onClose} isBusy={saving.isPending} onClick={saving.begin}>
              {t('promotion-start')}
            </DialogFoot>
          ) : undefined
        }
      >
        <ChoiceCards
          label={t('promotion-of')}
          value={draft.type}
          options={types.map((value) => ({
            value,
            text: t(promotionTypeTexts[value]),
            help: t(`${promotionTypeTexts[value]}-help`),
            icon: typeIcons[value],
          }))}
          onChange={(type) => {
            setDraft({ ...draft, type });
            saving.forget();
          }}
        />
        {current.data ? <RunningPromotion promotion={current.data} /> : null}
        {current.data === undefined ? <NoAnswer asked={{ ...current, failed: 'get-promotion-error' }} /> : null}
        {isNew ? (
          <div className="promotion-form">
            <RibbonPreview input={saving.input} />
            <PromotionFields
              draft={draft}
              onChange={(part) => setDraft({ ...draft, ...part })}
              ribbonText={saving.input.ribbon_text}
              errorOf={saving.errorOf}
            />
            <PricePreview input={saving.input} isRight={promotionProblems(saving.input, prices).length === 0} />
          </div>
        ) : null}
      </Dialog>
      {saving.isAsking ? <RepeatQuestion hours={Number(draft.duration)} saving={saving} /> : null}
    </>
  );
}

/** PROMO-14: what repeating means, before it begins. */
function RepeatQuestion({ hours, saving }: { hours: number; saving: Saving }) {
  const { t } = useTranslation();
  const { id, n } = repeatTextOf(hours);
  return (
    <ConfirmDialog
      title={t('promotion-repeats')}
      confirmLabel={t('promotion-start')}
      busy={saving.isPending}
      onConfirm={saving.save}
      onCancel={saving.stopAsking}
    >
      <p>{t(id, { n })}</p>
    </ConfirmDialog>
  );
}

type Saving = ReturnType<typeof useSaving>;

function useSaving(draft: PromotionDraft, onClose: () => void) {
  const toast = useToast();
  const errorText = useFailureText('save-promotion-error');
  const suggestion = useSuggestion(draft);
  const { mutate, isPending, error, reset } = useSavePromotion();
  const [isAsking, setAsking] = useState(false);
  const input = inputOf(draft, draft.ribbonText ?? suggestion);
  const save = (): void =>
    mutate(input, {
      onSuccess: ({ message }) => {
        toast({ text: message });
        onClose();
      },
      onError: (refusal) => {
        setAsking(false);
        if (!(refusal instanceof ApiError && refusal.fields.length > 0))
          toast({ text: errorText(refusal), tone: 'bad' });
      },
    });
  return {
    input,
    isPending,
    isAsking,
    save,
    begin: () => (input.is_repeat_promotion ? setAsking(true) : save()),
    stopAsking: () => setAsking(false),
    forget: reset,
    // The answer's sentence is about the first field that it names.
    errorOf: (field: keyof PromotionInput): string | null =>
      error instanceof ApiError && error.fields[0]?.field === field ? error.message : null,
  };
}
