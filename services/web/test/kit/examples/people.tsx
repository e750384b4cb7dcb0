import { ExportButton } from '../../../src/components/studio/export-button.tsx';
import { FanName } from '../../../src/components/studio/fan-name.tsx';
import { Person, PersonMark } from '../../../src/components/studio/person.tsx';
import { PriceUses } from '../../../src/components/studio/price-uses.tsx';
import { SaleState } from '../../../src/components/studio/sale-state.tsx';

const ida = { _id: 'ida', name: 'Ida Brandt', email: 'ida@demo.example' };
const uses = [
  {
    _id: '1',
    user: ida,
    date: '2026-03-03T10:00:00Z',
    state: 'succeeded',
    amount: 12,
    saved_amount: 3,
    bought: 'Bowl',
  },
  { _id: '2', user: ida, date: '2026-03-04T10:00:00Z', state: 'pending', amount: 15, saved_amount: 0, bought: 'Vase' },
];
const Bought = ({ use }: { use: (typeof uses)[number] }) => use.bought;

export function People() {
  return (
    <>
      <section className="panel-card">
        <h2>People and payments</h2>
        <p className="examples-line">
          <Person name="Ida Brandt" email="ida@demo.example" url={null} />
          <PersonMark name="Ottilie" url={null} size={40} />
        </p>
        <p className="examples-line">
          <FanName fan={ida} />
          <SaleState state="succeeded" />
          <SaleState state="pending" />
          <SaleState state="declined" />
        </p>
        <p className="examples-line">
          <ExportButton ask={{ list: 'fans' }} isEmpty={false} />
          <ExportButton ask={{ list: 'fans' }} isEmpty size="s" />
        </p>
      </section>
      <PriceUses
        title="Payments"
        none="Nobody has paid yet."
        uses={uses}
        page={{ currentPage: 1, totalPages: 1, totalRows: 2, limit: 20 }}
        What={Bought}
        onPage={() => {}}
      />
    </>
  );
}
