import { useState } from 'react';
import { FormHistory, type FormChange } from '../../src/components/kit/form/form-history.tsx';
import { fieldsOf, type FormSection, type FormValues } from '../../src/components/kit/form/form-types.ts';
import { useToast } from '../../src/components/toasts.tsx';

type Change = FormChange & { readonly before: FormValues };

/** Who changed what in an invented form, each with its way back. */
export function useInventedHistory(sections: readonly FormSection[], change: (edits: FormValues) => void) {
  const toast = useToast();
  const names = new Map(sections.flatMap(fieldsOf).map(({ id, name }) => [id, name]));
  const [changes, setChanges] = useState<readonly Change[]>([
    changeOf(names, { limit: 1240, mail: 'kiln@demo.example' }, { limit: 1280, mail: 'workshop@demo.example' }),
  ]);
  const [isOpen, setOpen] = useState(false);
  const [scope, setScope] = useState('all');
  const keep = (before: FormValues, edits: FormValues, isUndo = false): void => {
    setChanges((known) => [{ ...changeOf(names, before, edits), isUndo }, ...known]);
    change(edits);
  };
  const undo = async (id: string): Promise<void> => {
    const undone = changes.find((one) => one.id === id)!;
    setChanges((known) => known.map((one) => (one.id === id ? { ...one, canUndo: false } : one)));
    keep({}, undone.before, true);
    toast({ text: 'Taken back.', tone: 'good' });
  };
  return {
    keep,
    open: () => setOpen(true),
    panel: isOpen ? (
      <FormHistory
        changes={changes.filter(({ fields }) => scope === 'all' || fields.some(({ id }) => id === scope))}
        asked={{ error: null, fetchStatus: 'idle', refetch: () => undefined }}
        onMore={null}
        isLoadingMore={false}
        scope={{
          value: scope,
          options: [
            { value: 'all', text: 'All' },
            { value: 'name', text: 'Name' },
          ],
        }}
        onScope={setScope}
        onUndo={undo}
        onClose={() => setOpen(false)}
      />
    ) : null,
  };
}

const changeOf = (names: ReadonlyMap<string, string>, before: FormValues, after: FormValues): Change => ({
  id: crypto.randomUUID(),
  at: '2026-03-03T09:30:00.000Z',
  by: 'Ottilie',
  isUndo: false,
  canUndo: true,
  before: Object.fromEntries(Object.keys(after).map((id) => [id, before[id]])),
  fields: Object.entries(after).map(([id, value]) => ({
    id,
    name: names.get(id) ?? id,
    before: String(before[id] ?? '–'),
    after: String(value ?? '–'),
  })),
});
