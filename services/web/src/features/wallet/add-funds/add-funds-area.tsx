import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { AddingFundsProvider, type AddingFunds, type FundsAsked } from '../../../entities/wallet/adding-funds.ts';
import { useMe, useSetting } from '../../../lib/site.tsx';
import { withAccountTexts } from '../../../lib/texts/texts.ts';

const AddFundsDialog = lazy(async () => ({
  default: (await withAccountTexts(import('./add-funds-dialog.tsx'))).AddFundsDialog,
}));

/** Lets every screen within ask for funds where the wallet falls short, without any of them knowing how they are added. */
export function AddFundsArea({ children }: { children: ReactNode }) {
  const me = useMe();
  const isOn = useSetting('is_crypto_payment_enabled') && me?.role === 'user';
  const [asked, setAsked] = useState<FundsAsked | null>(null);
  const adding = useMemo<AddingFunds | null>(() => (isOn ? { ask: setAsked } : null), [isOn]);
  return (
    <AddingFundsProvider value={adding}>
      {children}
      {adding === null || asked === null ? null : (
        <Suspense fallback={null}>
          <AddFundsDialog {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </AddingFundsProvider>
  );
}
