import Button from '@mui/material/Button';
import { Flame, Wind } from 'lucide-react';
import { useState } from 'react';
import { BusyButton } from '../../../src/components/kit/busy-button.tsx';
import { ChoiceCards } from '../../../src/components/kit/choice-cards.tsx';
import { DayRangeField } from '../../../src/components/kit/day-range.tsx';
import { LinkButton } from '../../../src/components/kit/link-button.tsx';
import { SearchSelect } from '../../../src/components/kit/search-select.tsx';
import { Select } from '../../../src/components/kit/select.tsx';
import { Switch } from '../../../src/components/kit/switch.tsx';
import { TextField } from '../../../src/components/kit/text-field.tsx';
import { SearchBox } from '../../../src/components/studio/search-box.tsx';
import { StateChip } from '../../../src/components/studio/state-chip.tsx';
import { useToast } from '../../../src/components/toasts.tsx';

export function Controls() {
  const [isOn, setOn] = useState(true);
  const toast = useToast();
  const tell = (text: string) => () => toast({ text });
  return (
    <section className="panel-card">
      <h2>Controls</h2>
      <p className="examples-line">
        <Button variant="contained" color="primary" onClick={tell('Published.')}>
          Publish
        </Button>
        <Button onClick={tell('Shown.')}>Preview</Button>
        <Button variant="text" onClick={tell('Cancelled.')}>
          Cancel
        </Button>
        <Button color="error" onClick={tell('Deleted.')}>
          Delete
        </Button>
        <Button disabled>Not now</Button>
        <BusyButton isBusy>Saving</BusyButton>
        <Button size="small" onClick={tell('Small, and done.')}>
          Small
        </Button>
        <LinkButton to="/table">All kilns</LinkButton>
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

export function Fields() {
  const [name, setName] = useState('Kiln & Co');
  const [price, setPrice] = useState('4');
  const [about, setAbout] = useState('Stoneware, mostly.');
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<'day' | 'week'>('week');
  return (
    <section className="panel-card">
      <h2>Fields</h2>
      <TextField label="Name" value={name} onChange={setName} help="As fans see it." />
      <TextField
        label="Price"
        value={price}
        onChange={setPrice}
        before="$"
        error={Number(price) >= 5 ? null : 'At least $5.00.'}
      />
      <TextField label="About" value={about} onChange={setAbout} multiline minRows={3} />
      <SearchBox label="Search the parts" value={search} onSearch={setSearch} />
      <p role="status">{search === '' ? 'Everything is shown.' : `Looked for “${search}”.`}</p>
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

export function Choices() {
  const [clay, setClay] = useState<string | null>('stoneware');
  const [air, setAir] = useState<'oxidation' | 'reduction'>('reduction');
  return (
    <section className="panel-card">
      <h2>Choices</h2>
      <SearchSelect
        label="Clay"
        value={clay}
        onChange={setClay}
        options={[
          { value: 'earthenware', text: 'Earthenware', group: 'Low' },
          { value: 'raku', text: 'Raku', group: 'Low' },
          { value: 'stoneware', text: 'Stoneware', group: 'High' },
          { value: 'porcelain', text: 'Porcelain', group: 'High' },
        ]}
      />
      <ChoiceCards
        label="Atmosphere"
        value={air}
        onChange={setAir}
        options={[
          { value: 'oxidation', text: 'Oxidation', help: 'Air enough: colours stay clear.', icon: Wind },
          { value: 'reduction', text: 'Reduction', help: 'Too little air: copper turns red.', icon: Flame },
        ]}
      />
    </section>
  );
}

export function Days() {
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
