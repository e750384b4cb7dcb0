import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { FormPage } from '../../src/components/kit/form/form-page.tsx';
import { useFormPreview } from '../../src/components/kit/form/form-preview.tsx';
import type { FieldShape, FormField, FormSection, FormValues } from '../../src/components/kit/form/form-types.ts';
import { LiveFrame } from '../../src/components/kit/form/live-frame.tsx';
import { useFormDraft } from '../../src/components/kit/form/use-form-draft.ts';
import { useSite } from '../../src/lib/site.tsx';
import { useInventedHistory } from './invented-history.tsx';

const field = (id: string, name: string, shape: FieldShape, help = ''): FormField => ({
  id,
  name,
  help,
  shape,
  isWide: shape.kind === 'lines' || (shape.kind === 'text' && shape.rows !== undefined),
});
const atmospheres = [
  { value: 'oxidation', text: 'Oxidation' },
  { value: 'reduction', text: 'Reduction' },
];
const sections: readonly FormSection[] = [
  {
    id: 'kiln',
    to: '/form',
    group: 'Workshop',
    title: 'Kiln',
    help: 'What it is called, and what it looks like.',
    blocks: [
      {
        id: 'name',
        title: null,
        switchId: null,
        fields: [
          field('name', 'Name', { kind: 'text', max: 60 }, 'On its door and in the log.'),
          field('about', 'About', { kind: 'text', max: 400, rows: 3 }),
          field('paint', 'Paint', { kind: 'colour', usual: 'Bare steel' }),
        ],
      },
      {
        id: 'alarm',
        title: 'Alarm',
        switchId: 'alarm',
        fields: [
          field('alarm', 'Call me when it is too hot', { kind: 'switch' }),
          field('limit', 'Too hot is', { kind: 'number', unit: '°C' }, 'From 100 to 1,400.'),
          field('mail', 'Call by email', { kind: 'text', max: 100, input: 'email' }),
        ],
      },
    ],
  },
  {
    id: 'firing',
    to: '/form/firing',
    group: 'Workshop',
    title: 'Firing',
    help: 'How the next one goes.',
    blocks: [
      {
        id: 'air',
        title: null,
        switchId: null,
        fields: [
          field('atmosphere', 'Atmosphere', { kind: 'choice', options: atmospheres }),
          field('shelves', 'On the shelves', { kind: 'lines' }),
        ],
      },
    ],
  },
];
const first: FormValues = {
  name: 'Kiln 1',
  about: 'Built from the bricks of an older one.',
  paint: '#a2492a',
  alarm: true,
  limit: 1280,
  mail: 'workshop@demo.example',
  atmosphere: 'reduction',
  shelves: ['12 bowls', '4 jars'],
};

/** A whole form page of an invented feature: its definitions, its rules, and where it keeps what is saved. */
export function InventedForm() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const [kept, setKept] = useState(first);
  const history = useInventedHistory(sections, (edits) => setKept((before) => ({ ...before, ...edits })));
  const { language } = useSite();
  const draft = useFormDraft({
    savedOf: (id) => kept[id],
    check: ({ limit = 100 }) => (Number(limit) >= 100 && Number(limit) <= 1400 ? {} : { limit: 'From 100 to 1,400.' }),
    save: async (edits) => history.keep(kept, edits),
  });
  const preview = useFormPreview(
    <LiveFrame
      src={`/door?lang=${language}`}
      draftOf={(scheme) => ({
        settingDraft: { name: draft.valueOf('name'), paint: draft.valueOf('paint'), scheme },
      })}
    />,
  );
  const search = params.get('search') ?? '';
  const current = sections.find(({ to }) => to === pathname) ?? null;
  const found = sections.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  return (
    <FormPage
      title="Form"
      draft={draft}
      sections={sections}
      shown={search === '' ? sections.filter((one) => one === current) : found}
      current={search === '' ? (current?.id ?? null) : null}
      wanted={params.get('key')}
      search={{
        label: 'Search the form',
        text: search,
        onSearch: (text) => setParams(text === '' ? {} : { search: text }, { replace: true }),
        none: 'Nothing is called that.',
      }}
      sectionsLabel="Sections of the form"
      ask={({ alarm }) =>
        alarm === false
          ? { title: 'Turn the alarm off?', text: 'Nobody is called when it is too hot.', confirm: 'Turn off' }
          : null
      }
      onLead={(key) => setParams({ key })}
      preview={preview}
      history={history.panel}
      onHistory={history.open}
    />
  );
}
