import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { useMe } from '../../../lib/site.tsx';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

const PhotoIdDialog = lazy(async () => ({
  default: (await withAccountTexts(import('./photo-id-dialog.tsx'))).PhotoIdDialog,
}));

/** Offers to raise the limit that stopped a fan. Nothing for staff, who can't send a photo id. */
export function RaiseLimit({ isRaised, onRaised }: { isRaised: boolean; onRaised: (message: string) => void }) {
  const { t } = useTranslation();
  const isFan = useMe()?.role === 'user';
  const [isOpen, setOpen] = useState(false);
  if (!isFan) return null;
  return (
    <>
      {isRaised ? null : (
        <span className="payment-photo-id">
          {t('photo-id-limit-reached')}
          <Button size="s" tone="paper" onClick={() => setOpen(true)}>
            {t('photo-id-raise')}
          </Button>
        </span>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <PhotoIdDialog onClose={() => setOpen(false)} onSent={onRaised} />
        </Suspense>
      ) : null}
    </>
  );
}
