import { splitSpan } from '@backlot/domain/formats/day-spans';
import Button from '@mui/material/Button';
import { arrayMove } from '@dnd-kit/sortable';
import { GripVertical, Package, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActionMenu } from '../../src/components/kit/action-menu.tsx';
import { BusyButton } from '../../src/components/kit/busy-button.tsx';
import { DayRangeField } from '../../src/components/kit/day-range.tsx';
import { Details, DetailSection } from '../../src/components/kit/detail.tsx';
import { Select } from '../../src/components/kit/select.tsx';
import { Dialog } from '../../src/components/kit/dialog.tsx';
import { SidePanel } from '../../src/components/kit/side-panel.tsx';
import { Sortable, useSortableItem } from '../../src/components/kit/sortable.tsx';
import { Switch } from '../../src/components/kit/switch.tsx';
import { TextField } from '../../src/components/kit/text-field.tsx';
import { AreaChart } from '../../src/components/studio/charts/area-chart.tsx';
import { ChartCard } from '../../src/components/studio/charts/chart-card.tsx';
import { ChartRangeBar, useChartRange } from '../../src/components/studio/charts/chart-range.tsx';
import { TrendCard } from '../../src/components/studio/charts/trend-card.tsx';
import { Empty, Failed, Forbidden, Lines, Offline } from '../../src/components/studio/list-states.tsx';
import { PageTop } from '../../src/components/studio/page-top.tsx';
import { StateChip } from '../../src/components/studio/state-chip.tsx';
import { useToast } from '../../src/components/toasts.tsx';
import { ApiError } from '../../src/lib/api.ts';
import { ConfirmDialog } from '../../src/components/kit/confirm-dialog.tsx';
import './examples.css';

/** Each part of the kit as it stands on a page. */
export function Examples() {
  return (
    <>
      <PageTop title="Parts" summary="of the creator area" />
      <div className="studio-body examples">
        <Controls />
        <Fields />
        <Over />
        <Order />
        <Days />
        <Opened />
        <Figures />
        <Trend />
        <States />
      </div>
    </>
  );
}

function Controls() {
  const [isOn, setOn] = useState(true);
  return (
    <section className="panel-card">
      <h2>Controls</h2>
      <p className="examples-line">
        <Button variant="contained" color="primary">
          Publish
        </Button>
        <Button>Preview</Button>
        <Button variant="text">Cancel</Button>
        <Button color="error">Delete</Button>
        <Button disabled>Not now</Button>
        <BusyButton isBusy>Saving</BusyButton>
        <Button size="small">Small</Button>
        <StateChip tone="good" hasDot>
          Active
        </StateChip>
      </p>
      <p className="examples-line">
        <Switch label="Comments" isOn={isOn} onChange={setOn} />
        <Switch label="Likes" isOn={!isOn} onChange={(on) => setOn(!on)} />
        <Switch label="Fixed" isOn isDisabled onChange={() => undefined} />
      </p>
    </section>
  );
}

function Fields() {
  const [name, setName] = useState('Kiln & Co');
  const [kind, setKind] = useState<'day' | 'week'>('week');
  return (
    <section className="panel-card">
      <h2>Fields</h2>
      <TextField label="Name" value={name} onChange={setName} help="As fans see it." />
      <TextField label="Price" value="4" onChange={() => undefined} before="$" error="At least $5.00." />
      <TextField label="About" value="Stoneware, mostly." onChange={() => undefined} multiline minRows={3} />
      <Select
        label="Every"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'day', text: 'Day' },
          { value: 'week', text: 'Week' },
        ]}
      />
    </section>
  );
}

function Over() {
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  return (
    <section className="panel-card">
      <h2>Over the page</h2>
      <p className="examples-line">
        <Button onClick={() => setAsked(true)}>Ask</Button>
        <Button onClick={() => toast({ text: 'It is done.', tone: 'good' })}>Tell</Button>
        <ActionMenu
          label="Actions for Kiln 1"
          actions={[
            { key: 'edit', text: 'Edit', icon: Pencil, run: () => toast({ text: 'Edited.' }) },
            { key: 'delete', text: 'Delete', icon: Trash2, isBad: true, run: () => setAsked(true) },
          ]}
        />
      </p>
      {isAsked ? (
        <ConfirmDialog
          title="Delete the kiln?"
          isDanger
          onCancel={() => setAsked(false)}
          onConfirm={() => setAsked(false)}
        >
          <p>Its firings stay.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function Order() {
  const [isOver, setOver] = useState(false);
  return (
    <section className="panel-card">
      <h2>In an order</h2>
      <Firings />
      <p className="examples-line">
        <Button onClick={() => setOver(true)}>In a dialog</Button>
      </p>
      {isOver ? (
        <Dialog title="Firings in a dialog" onClose={() => setOver(false)}>
          <Firings />
        </Dialog>
      ) : null}
    </section>
  );
}

function Firings() {
  const [firings, setFirings] = useState(['Bisque', 'Glaze', 'Lustre', 'Raku']);
  const move = (one: string, to: number): void => setFirings(arrayMove(firings, firings.indexOf(one), to));
  return (
    <Sortable ids={firings} onMove={move}>
      <div role="list" className="examples-order" aria-label="Firings">
        {firings.map((one, at) => (
          <Firing key={one} name={one} onStep={(by) => move(one, at + by)} />
        ))}
      </div>
    </Sortable>
  );
}

function Firing({ name, onStep }: { name: string; onStep: (by: 1 | -1) => void }) {
  const { item, handle } = useSortableItem(name, onStep);
  return (
    <div {...item} role="listitem">
      <button {...handle} type="button" className="examples-handle" aria-label={`Move ${name}`}>
        <GripVertical className="icon" aria-hidden />
      </button>
      {name}
    </div>
  );
}

function Days() {
  const [days, setDays] = useState({ chosen: 'own', from: '2026-03-01', to: '2026-03-31' } as {
    readonly chosen: string;
    readonly from: string | null;
    readonly to: string | null;
  });
  return (
    <section className="panel-card">
      <h2>Days</h2>
      <p className="examples-line">
        <DayRangeField
          {...days}
          label="Fired"
          options={[
            { value: 'all', text: 'Any time' },
            { value: '7', text: 'Last 7 days' },
            { value: 'own', text: 'Choose days' },
          ]}
          onChange={(chosen, range) => setDays({ chosen, ...range })}
        />
      </p>
    </section>
  );
}

function Opened() {
  const steps = { onClose: () => undefined, onPrevious: null, onNext: () => undefined };
  return (
    <div className="examples-panel">
      <SidePanel {...steps} label="Kiln 1" head={<h2>Kiln 1</h2>}>
        <DetailSection title="Worth">
          <Details
            list={[
              { name: 'Sold', value: <b>$310.00</b> },
              { name: 'Clay', value: '−$40.00', isMinus: true },
            ]}
          />
        </DetailSection>
        <DetailSection>
          <Details list={[{ name: 'Built', value: '3 March 2021' }]} />
        </DetailSection>
      </SidePanel>
    </div>
  );
}

function Figures() {
  const [isTable, setTable] = useState(false);
  const [now, before] = [
    [0, 4, 9, 15, 22, 31, null],
    [0, 3, 8, 11, 13, 19, 27],
  ];
  return (
    <ChartCard
      title="Fired this week"
      isTable={isTable}
      onTable={setTable}
      table={{ columns: ['Day', 'Fired'], rows: now.map((sum, day) => [`${day + 1}`, `${sum ?? '–'}`]) }}
      chart={
        <AreaChart
          values={now}
          compared={before}
          format={String}
          axis={[
            { at: 0, label: 'Mon' },
            { at: 0.5, label: 'Thu' },
          ]}
        />
      }
    />
  );
}

function Trend() {
  const [isTable, setTable] = useState(false);
  const { span, isCompared } = useChartRange();
  const parts = splitSpan(span);
  const fired = (at: number): number => ((at * 37) % 23) + at;
  return (
    <div className="examples-trend">
      <ChartRangeBar />
      <TrendCard
        title="Fired"
        names={['Bowls', 'Vases']}
        isCount
        points={parts.map((part, at) => ({ ...part, parts: [fired(at), at % 4], before: fired(at + 3) / 1.4 }))}
        sum={812}
        before={640}
        isCompared={isCompared}
        format={(value) => String(Math.round(value))}
        formatLine={String}
        isTable={isTable}
        onTable={setTable}
      />
    </div>
  );
}

function States() {
  return (
    <>
      <section className="panel-card">
        <h2>Empty</h2>
        <Empty icon={Package} text="What was fired will be here.">
          <Button variant="contained" color="primary">
            Fire something
          </Button>
        </Empty>
      </section>
      <section className="panel-card">
        <h2>Loading</h2>
        <Lines count={4} />
      </section>
      <section className="panel-card">
        <h2>Failed</h2>
        <Failed error={new ApiError(500, { code: 'internal-error' })} onRetry={() => undefined} />
      </section>
      <section className="panel-card">
        <h2>Forbidden</h2>
        <Forbidden />
      </section>
      <section className="panel-card">
        <h2>Offline</h2>
        <Offline />
      </section>
    </>
  );
}
