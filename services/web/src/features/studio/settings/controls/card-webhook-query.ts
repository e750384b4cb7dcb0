import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { useSite } from '../../../../lib/site.tsx';

export const cardWebhookKey = (site: string) => [site, 'card-webhook-address'] as const;

/** Where the card provider has to send its webhooks; none while its account is not filled in. */
export function useCardWebhookAddress() {
  const { id } = useSite();
  return useQuery({
    queryKey: cardWebhookKey(id),
    queryFn: async ({ signal }) => (await api('GET /api/app_settings/card-webhook-address', { signal })).data,
    retry: false,
  });
}
