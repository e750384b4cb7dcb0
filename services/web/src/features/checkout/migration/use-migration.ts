import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useToast } from '../../../components/toasts.tsx';
import { useAddingFunds } from '../../../entities/wallet/adding-funds.ts';
import { missingFor, useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { ApiError } from '../../../lib/api.ts';
import { useHumanCheck } from '../../../lib/human-check/use-human-check.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { declinedLater } from '../payment-problem.tsx';
import { useSendPurchase } from '../send-purchase.ts';

/** Codes after which nothing is asked any more: cancelled, moved or renewed meanwhile (SUB-36). */
const over: readonly string[] = ['migration-over', 'already-subscribed', 'not-subscribed'];
/** Codes after which a card has to be typed (SUB-38). */
const cascade: readonly string[] = ['card-required', 'payment-declined', 'payment-failed', 'card-needs-attention'];

/** From the confirmed price to the membership that goes on: from the wallet where that pays usually, else with the card on file. */
export function useMigration(quote: MembershipQuote) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const send = useSendPurchase('POST /api/migrate-subscription-for-user');
  // The new account may have no card on file, which is then typed on its provider's page.
  const check = useHumanCheck();
  const funds = useAddingFunds();
  const wallet = useOwnWallet();
  const { isOffered, isDefault } = wallet;
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const fromWallet = isOffered && isDefault;

  const readAgain = async (): Promise<void> => {
    const keys = [queryKeys.me(site), queryKeys.quote(site), queryKeys.migration(site)];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const refused = async (refusal: unknown): Promise<void> => {
    const code = refusal instanceof ApiError ? refusal.code : '';
    if (over.includes(code) || code === 'price-changed') await readAgain();
    if (cascade.includes(code)) {
      toast({ text: t('migration-cascade') });
      return void navigate(paths.subscribe);
    }
    setProblem(errorText(refusal));
  };
  const run = async (): Promise<void> => {
    setProblem(null);
    setPaying(true);
    try {
      const paid = await send(
        { quote_id: quote.quote_id, consent: true, ...(fromWallet ? { from_wallet: true } : {}) },
        check.run,
      );
      if (paid.state === 'declined') throw declinedLater(paid);
      if (paid.state === 'pending') return void navigate(paths.payment(paid.intent_id));
      toast({ text: t('migration-joined'), tone: 'good' });
      await readAgain();
    } catch (refusal) {
      await refused(refusal);
    } finally {
      setPaying(false);
    }
  };
  const confirm = async (): Promise<void> => {
    // SUB-35: what is missing is rounded up, and paid with at once when it has come.
    const missing = fromWallet ? missingFor(quote.initial_amount, wallet) : 0;
    if (missing > 0 && funds !== null) return funds.ask({ needed: missing, onAdded: () => void run() });
    if (isBusy.current) return;
    isBusy.current = true;
    await run().finally(() => {
      isBusy.current = false;
    });
  };
  return { isPaying, problem, check, isFromWallet: fromWallet, confirm };
}
