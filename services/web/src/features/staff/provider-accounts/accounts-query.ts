import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import { useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableSpec } from '../../../components/kit/table/table-address.ts';
import type { Answer } from '../../../components/kit/table/table-types.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

export const accountsTable = {
  sorts: ['account'],
  filters: {},
  panel: 'account',
} as const satisfies TableSpec<string, FilterSpec>;

export function useProviderAccounts() {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'provider-accounts'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/provider-accounts', { signal })).data.accounts,
  });
}

/** A site has a few: they are one page. */
export const onePage = (rows: readonly ProviderAccount[]): Answer<ProviderAccount> => ({
  rows,
  page: 1,
  pages: 1,
  total: rows.length,
  limit: Math.max(1, rows.length),
});
