import { useParams } from 'react-router-dom';
import { Details } from '../../src/components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../src/components/kit/detail-page.tsx';
import { StateChip } from '../../src/components/studio/state-chip.tsx';

/** One firing at an address of its own, as any thing of a list has it. */
export function InventedDetail() {
  const { id } = useParams();
  return (
    <DetailPage
      list="/table"
      title={`Firing ${id}`}
      state={
        <>
          <StateChip tone="good" hasDot>
            Cooled
          </StateChip>
          <span className="small muted">Kiln 2, shelf 4</span>
        </>
      }
      side={
        <DetailCard title="Program">
          <Details
            list={[
              { name: 'Highest', value: '1,240 °C' },
              { name: 'Held', value: '20 minutes' },
            ]}
          />
        </DetailCard>
      }
    >
      <DetailCard title="Pieces">
        <ul>
          <li>Two bowls, celadon</li>
          <li>A tall vase, tenmoku</li>
        </ul>
      </DetailCard>
    </DetailPage>
  );
}
