import { useQuery } from '@tanstack/react-query';
import { Archive, Package } from 'lucide-react';
import { useState } from 'react';
import { useTableAddress } from '../../src/components/kit/table/table-address.ts';
import { TablePage } from '../../src/components/kit/table/table-page.tsx';
import type { TableColumn } from '../../src/components/kit/table/table-types.ts';
import { ExportButton } from '../../src/components/studio/export-button.tsx';
import { StateChip } from '../../src/components/studio/state-chip.tsx';

interface Kiln {
  readonly _id: string;
  readonly name: string;
  readonly state: 'hot' | 'cold';
  readonly degrees: number;
}

const kilns: readonly Kiln[] = Array.from({ length: 240 }, (_, at) => ({
  _id: `k${at}`,
  name: `Kiln ${at + 1}`,
  state: at % 3 === 0 ? 'hot' : 'cold',
  degrees: (at * 37) % 1300,
}));
const columns: readonly TableColumn<Kiln>[] = [
  { id: 'name', head: 'Kiln', isName: true, sorts: 'asc', takesRest: true, cell: ({ name }) => name },
  { id: 'state', head: 'State', cell: (kiln) => <State kiln={kiln} /> },
  { id: 'degrees', head: 'Degrees', kind: 'number', sorts: 'desc', cell: ({ degrees }) => degrees },
];
const spec = { sorts: ['degrees', 'name'], filters: { state: ['all', 'hot', 'cold'] } } as const;

/** A whole table page of an invented feature: what a page has to say for itself, and nothing else. */
export function InventedTable() {
  const address = useTableAddress(spec);
  const { search, filters, sorting } = address.list;
  const [gone, setGone] = useState<readonly string[]>([]);
  const query = useQuery({
    queryKey: ['kilns', search, filters, sorting, gone],
    queryFn: async () => {
      const rows = kilns
        .filter(({ _id, name, state }) => {
          const isAsked = filters.state === 'all' || state === filters.state;
          return isAsked && !gone.includes(_id) && name.includes(search);
        })
        .toSorted((one, other) =>
          sorting.column === 'name' ? one.name.localeCompare(other.name) : one.degrees - other.degrees,
        );
      if (sorting.direction === 'desc') rows.reverse();
      return { rows, page: 1, pages: 1, total: rows.length, limit: rows.length };
    },
  });
  const archive = (rows: readonly Kiln[]): void => setGone([...gone, ...rows.map(({ _id }) => _id)]);
  const texts = { all: 'All', hot: 'Hot', cold: 'Cold' };
  const options = spec.filters.state.map((value) => ({ value, text: texts[value] }));
  return (
    <TablePage
      name="kilns"
      title="Kilns"
      actions={<ExportButton ask={{ list: 'fans' }} isEmpty={query.data?.rows.length === 0} />}
      address={address}
      query={query}
      columns={columns}
      nameOf={({ name }) => name}
      entryOf={(kiln) => ({ picture: null, title: kiln.name, note: `${kiln.degrees}°`, end: kiln.state })}
      searchLabel="Search kilns"
      filters={[{ name: 'state', shape: 'chips', label: 'State', value: filters.state, options }]}
      bulk={[{ key: 'archive', text: 'Archive', icon: Archive, run: archive }]}
      totals={<b>{query.data?.rows.reduce((sum, { degrees }) => sum + degrees, 0)}° in all</b>}
      empty={{ icon: Package, text: 'No kilns yet.' }}
      noneFound="No kiln is like this."
    />
  );
}

const State = ({ kiln: { state } }: { kiln: Kiln }) => (
  <StateChip tone={state === 'hot' ? 'bad' : 'info'}>{state}</StateChip>
);
