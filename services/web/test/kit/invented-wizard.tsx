import { useState } from 'react';
import type { FieldShape, FormBlock } from '../../src/components/kit/form/form-types.ts';
import { useWizard } from '../../src/components/kit/wizard/use-wizard.ts';
import { WizardPage } from '../../src/components/kit/wizard/wizard-page.tsx';
import type { WizardStep } from '../../src/components/kit/wizard/wizard-types.ts';
import { SiteLink } from '../../src/components/site-link.tsx';
import { readKept, writeKept } from '../../src/lib/storage/kept-text.ts';

const block = (id: string, name: string, shape: FieldShape, help = ''): FormBlock => ({
  id,
  title: null,
  switchId: null,
  fields: [{ id, name, help, shape, isWide: false }],
});

/** A whole wizard of an invented feature. This tab stands for the server that has what is saved. */
export function InventedWizard() {
  const [kept, setKept] = useState<Readonly<Record<string, unknown>>>(() => readKept('kiln') ?? {});
  const save = async (edits: object): Promise<void> => {
    performance.mark('kiln-sent');
    // An answer that lets one wait, until the test gives it.
    if ('name' in edits && String(edits.name).startsWith('Slow'))
      await new Promise((answer) => addEventListener('kiln-answer', answer, { once: true }));
    const after = { ...readKept<object>('kiln'), ...edits };
    writeKept('kiln', after);
    setKept(after);
  };
  const steps: readonly WizardStep[] = [
    {
      id: 'name',
      title: 'Name',
      help: 'What the kiln is called.',
      blocks: [block('name', 'Name', { kind: 'text', max: 60 }, 'On its door and in the log.')],
      content: <SiteLink to="/">All kilns</SiteLink>,
      check: ({ name = '' }) => (name === '' ? { name: 'A kiln needs a name.' } : {}),
      save,
    },
    {
      id: 'alarm',
      title: 'Alarm',
      help: 'When somebody is called.',
      blocks: [block('limit', 'Too hot is', { kind: 'number', unit: '°C' }, 'From 100 to 1,400.')],
      content: <SiteLink to="/wizard">A new kiln</SiteLink>,
      isOptional: true,
      check: ({ limit = 1280 }) =>
        Number(limit) >= 100 && Number(limit) <= 1400 ? {} : { limit: 'From 100 to 1,400.' },
      save,
    },
    {
      id: 'fire',
      title: 'Fire',
      help: 'Everything is there.',
      blocks: [],
      content: <p className="panel-card examples-door">{String(kept['name'] ?? '')}</p>,
    },
  ];
  const wizard = useWizard({ name: 'kiln-steps', base: '/wizard', steps, savedOf: (id) => kept[id], end: '/' });
  return <WizardPage title="A new kiln" wizard={wizard} />;
}
