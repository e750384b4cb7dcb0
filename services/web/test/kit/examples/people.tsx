import { ExportButton } from '../../../src/components/studio/export-button.tsx';
import { FanName } from '../../../src/components/studio/fan-name.tsx';
import { Person, PersonMark } from '../../../src/components/studio/person.tsx';
import { SaleState } from '../../../src/components/studio/sale-state.tsx';

export function People() {
  return (
    <section className="panel-card">
      <h2>People and payments</h2>
      <p className="examples-line">
        <Person name="Ida Brandt" email="ida@demo.example" url={null} />
        <PersonMark name="Ottilie" url={null} size={40} />
      </p>
      <p className="examples-line">
        <FanName fan={{ _id: 'ida', name: 'Ida Brandt', email: 'ida@demo.example' }} />
        <SaleState state="succeeded" />
        <SaleState state="pending" />
        <SaleState state="declined" />
      </p>
      <p className="examples-line">
        <ExportButton ask={{ list: 'fans' }} isEmpty={false} />
        <ExportButton ask={{ list: 'fans' }} isEmpty size="s" />
      </p>
    </section>
  );
}
