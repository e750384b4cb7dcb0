import Button from '@mui/material/Button';
import { arrayMove } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../src/components/kit/dialog.tsx';
import { Sortable, useSortableItem } from '../../../src/components/kit/sortable.tsx';

export function Order() {
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
