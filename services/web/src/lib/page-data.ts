import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';

/**
 * What a query found, for what stands on a page many times over. While the server draws the page there is nothing to ask or
 * to watch: it is what came with the page.
 */
export const useFoundData: <T>(options: UseQueryOptions<T, Error, T, QueryKey>) => T | undefined = import.meta.env.SSR
  ? <T>({ queryKey }: { queryKey: QueryKey }) => useQueryClient().getQueryData<T>(queryKey)
  : (options) => useQuery(options).data;
