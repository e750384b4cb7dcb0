import { useMemo } from 'react';
import { pageOf, useAddress, type Address } from '../../studio/use-address.ts';

export type Direction = 'asc' | 'desc';

/** What a table's address may say. The first value of a filter is its default; null takes any text. */
export interface TableSpec<S extends string, F extends FilterSpec> {
  /** Columns that sort; the first is the default. */
  readonly sorts: readonly S[];
  readonly direction?: Direction;
  readonly filters: F;
  /** The parameter that names the open row. */
  readonly panel?: string;
}
export type FilterSpec = Readonly<Record<string, readonly string[] | null>>;
type FilterValues<F extends FilterSpec> = {
  readonly [K in keyof F]: F[K] extends readonly (infer V)[] ? V : string | null;
};

/** What a table shows: `?search=&status=&sort=-date&page=&hide=`. */
export interface TableList<S extends string, F extends FilterSpec> {
  readonly page: number;
  readonly search: string;
  readonly sorting: { readonly column: S; readonly direction: Direction };
  readonly filters: FilterValues<F>;
  readonly hidden: readonly string[];
  readonly isFiltered: boolean;
}

export interface TableAddress<S extends string, F extends FilterSpec> {
  readonly list: TableList<S, F>;
  readonly params: URLSearchParams;
  readonly panel: string | null;
  readonly change: (part: Address, replace?: boolean) => void;
  /** Changes what is shown: from the first page on, with no row open. */
  readonly filter: (part: Address) => void;
  readonly reset: () => void;
}

export function readTable<const S extends string, const F extends FilterSpec>(
  spec: TableSpec<S, F>,
  params: URLSearchParams,
): TableList<S, F> {
  const sort = params.get('sort');
  const asked = spec.sorts.find((one) => one === sort?.replace(/^-/, ''));
  const filters = Object.fromEntries(
    Object.entries(spec.filters).map(([name, values]) => {
      const given = params.get(name);
      return [name, values === null ? given : (values.find((one) => one === given) ?? values[0])];
    }),
  ) as FilterValues<F>;
  const search = params.get('search') ?? '';
  const page = pageOf(params);
  return {
    page,
    search,
    filters,
    sorting: {
      column: asked ?? spec.sorts[0]!,
      direction: asked === undefined ? (spec.direction ?? 'desc') : sort?.startsWith('-') ? 'desc' : 'asc',
    },
    hidden: params.get('hide')?.split(',').filter(Boolean) ?? [],
    isFiltered:
      page > 1 ||
      search !== '' ||
      Object.entries(spec.filters).some(([name, values]) => filters[name] !== (values?.[0] ?? null)),
  };
}

/** A table's state is its address: it can be shared, kept as a view, and Back works. */
export function useTableAddress<const S extends string, const F extends FilterSpec>(
  spec: TableSpec<S, F>,
): TableAddress<S, F> {
  const [params, change] = useAddress();
  const list = useMemo(() => readTable(spec, params), [spec, params]);
  const nothing = { page: null, ...(spec.panel === undefined ? {} : { [spec.panel]: null }) };
  return {
    list,
    params,
    panel: spec.panel === undefined ? null : params.get(spec.panel),
    change,
    filter: (part) => change({ ...nothing, ...part }, true),
    reset: () =>
      change({
        ...nothing,
        search: null,
        ...Object.fromEntries(Object.keys(spec.filters).map((name) => [name, null])),
      }),
  };
}
