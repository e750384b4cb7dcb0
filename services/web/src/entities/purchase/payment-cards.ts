import { queryKeys } from '@backlot/contracts/bootstrap';
import type { CallMap } from '@backlot/contracts/http/calls';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export type PaymentCard = CallMap['GET /api/v2/get-payment-card']['answer']['data'][number];

/** The caller's stored cards, the primary one first. */
export function usePaymentCards(enabled = true): UseQueryResult<PaymentCard[]> {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.cards(id),
    queryFn: async ({ signal }) => (await api('GET /api/v2/get-payment-card', { signal })).data,
    select: primaryFirst,
    enabled,
  });
}

/** The card on file that a purchase is charged to; the others are for the page that lists them. */
export const chargedCard = (cards: readonly PaymentCard[] | undefined): PaymentCard | undefined =>
  cards?.find((card) => card.is_chargeable);

const primaryFirst = (cards: PaymentCard[]): PaymentCard[] =>
  [...cards].sort((a, b) => Number(b.is_primary) - Number(a.is_primary));

export { brandName } from '@backlot/domain/formats/row-texts';
