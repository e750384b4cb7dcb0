import Button from '@mui/material/Button';
import { CircleHelp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActionMenu } from '../../../src/components/kit/action-menu.tsx';
import { ConfirmDialog } from '../../../src/components/kit/confirm-dialog.tsx';
import { Popover } from '../../../src/components/kit/popover.tsx';
import { useToast } from '../../../src/components/toasts.tsx';

/** Its button goes with the kiln that it empties. */
function Emptied() {
  const [state, setState] = useState<'full' | 'asked' | 'empty'>('full');
  return (
    <section className="panel-card" tabIndex={-1} aria-label="Kiln 2">
      {state === 'empty' ? <p>It is empty.</p> : <Button onClick={() => setState('asked')}>Empty</Button>}
      {state === 'asked' ? (
        <ConfirmDialog title="Empty the kiln?" onCancel={() => setState('full')} onConfirm={() => setState('empty')} />
      ) : null}
    </section>
  );
}

export function Over() {
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  return (
    <section className="panel-card">
      <h2>Over the page</h2>
      <Emptied />
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
        <Popover label="About firing" className="examples-handle" trigger={<CircleHelp className="icon" aria-hidden />}>
          {(close) => (
            <div className="examples-note">
              <p>Slowly at first, then fast.</p>
              <Button onClick={close}>Understood</Button>
            </div>
          )}
        </Popover>
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
