import { PageTop } from '../../../src/components/studio/page-top.tsx';
import { Figures, Trend } from './charts.tsx';
import { Choices, Controls, Days, Fields } from './controls.tsx';
import { Order } from './order.tsx';
import { Over } from './overlays.tsx';
import { Opened } from './panels.tsx';
import { People } from './people.tsx';
import { States } from './states.tsx';
import './examples.css';

/** Each part of the kit as it stands on a page. */
export function Examples() {
  return (
    <>
      <PageTop title="Parts" summary="of the creator area" />
      <div className="studio-body examples">
        <Controls />
        <Fields />
        <Choices />
        <Over />
        <Order />
        <Days />
        <People />
        <Opened />
        <Figures />
        <Trend />
        <States />
      </div>
    </>
  );
}
