import { queryKeys } from '@backlot/contracts/bootstrap';
import type { CryptoCurrency, CryptoPayment } from '@backlot/contracts/crypto';
import { cryptoPollMs } from '@backlot/domain/money/crypto';
import { toWire, type Minor } from '@backlot/domain/money/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, type ApiError } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

/** Currencies that can be sent now, the one used last first. */
export function useCryptoCurrencies() {
  const { id } = useSite();
  return useQuery<readonly CryptoCurrency[]>({
    queryKey: [id, 'crypto-currencies'],
    queryFn: async ({ signal }) => (await api('POST /api/crypto/get-currencies', { body: {}, signal })).data,
    retry: false,
    staleTime: 60_000,
  });
}

/** A quote is renewed while it is only looked at: what it promises is promised from the start on. */
const renewMs = 120_000;

/** WAL-14 to WAL-16: the payment's id for this currency and amount, asked for every five seconds until it is there. */
export function useCryptoQuote(currency: string, amountMinor: Minor | null) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'crypto-quote', currency, amountMinor],
    queryFn: async ({ signal }) =>
      (
        await api('POST /api/crypto/generate-payment-id', {
          body: { currency, amount: toWire(amountMinor ?? 0) },
          signal,
        })
      ).data,
    enabled: currency !== '' && amountMinor !== null,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || state.status === 'error' ? cryptoPollMs : renewMs),
  });
}

export interface StartAsked {
  readonly paymentId: string;
  readonly currency: string;
  readonly amountMinor: Minor;
  readonly pin: string;
}

/** WAL-07. */
export function useStartPayment(onStarted: (payment: CryptoPayment) => void) {
  return useMutation<CryptoPayment, ApiError, StartAsked>({
    mutationFn: async ({ paymentId, currency, amountMinor, pin }) =>
      (
        await api('POST /api/crypto/add-fund', {
          body: {
            payment_id: paymentId,
            currency,
            amount: toWire(amountMinor),
            transaction_type: 'crypto',
            payment_for: 'wallet',
            ...(pin === '' ? {} : { payer_kyc_pin: pin }),
          },
        })
      ).data,
    onSuccess: onStarted,
  });
}

/** WAL-17: what became of it, every five seconds beside what the server tells by itself. */
export function useCryptoPayment(begun: CryptoPayment): CryptoPayment {
  const { id } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'crypto-payment', begun.payment_id],
    queryFn: async ({ signal }) =>
      (
        await api('POST /api/crypto/check-transaction', {
          body: {
            pos_id: begun.pos_id,
            currency: begun.currency,
            address: begun.address,
            payment_id: begun.payment_id,
            transaction_id: begun.transaction_id,
          },
          signal,
        })
      ).data,
    initialData: begun,
    initialDataUpdatedAt: 0,
    refetchInterval: cryptoPollMs,
    refetchIntervalInBackground: true,
  });
  return data;
}

/** WAL-19: the viewer is read again once money has come. */
export function useAfterCredit(payment: CryptoPayment, onAdded: ((balance: number) => void) | undefined): void {
  const queries = useQueryClient();
  const { id } = useSite();
  const { credited_amount: credited, wallet_balance: balance } = payment;
  useEffect(() => {
    if (credited === 0) return;
    void queries.invalidateQueries({ queryKey: queryKeys.me(id) });
    void queries.invalidateQueries({ queryKey: [id, 'wallet'] });
    onAdded?.(balance);
    // Told again only when more has come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [credited]);
}

/** Payments under way, for a fan who comes back. */
export function useOpenPayments() {
  const { id } = useSite();
  return useQuery<readonly CryptoPayment[]>({
    queryKey: [id, 'crypto-open-payments'],
    queryFn: async ({ signal }) => (await api('GET /api/crypto/open-payments', { signal })).data,
    staleTime: 0,
  });
}
