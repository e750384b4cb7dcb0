import { Flame } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { Details } from '../../src/components/kit/detail.tsx';
import { DetailCard, DetailPage } from '../../src/components/kit/detail-page.tsx';
import { NoDetail } from '../../src/components/studio/no-detail.tsx';
import { StateChip } from '../../src/components/studio/state-chip.tsx';
import { ApiError } from '../../src/lib/api.ts';

const nowhere = { error: new ApiError(404, { code: 'not-found' }), fetchStatus: 'idle', refetch: () => {} } as const;

/** One firing at an address of its own, as any thing of a list has it. */
export function InventedDetail() {
  const { id } = useParams();
  if (id === 'gone')
    return (
      <NoDetail
        asked={nowhere}
        title="Firing"
        list="/table"
        listName="Firings"
        icon={Flame}
        gone="This firing is not there any more."
      />
    );
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
