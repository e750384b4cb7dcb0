import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Select } from '../select.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';
import { ColourControl } from './colour-control.tsx';
import type { ControlProps, FieldShape, FormBlock, FormField, FormSection } from './form-types.ts';
import { parseNumber } from './parse-number.ts';
import type { FormDraft } from './use-form-draft.ts';
import { useParsed } from './use-parsed.ts';

interface SectionProps {
  readonly section: Pick<FormSection, 'id' | 'title' | 'help' | 'blocks'>;
  readonly draft: FormDraft;
  readonly wanted: string | null;
  /** Nothing of it is folded away, as when it was searched for. */
  readonly isWhole: boolean;
}

/** A section: its name, and a card a block. */
export function FormSectionCards({ section, draft, wanted, isWhole }: SectionProps) {
  return (
    <section className="form-section" aria-labelledby={`section-${section.id}`}>
      <h2 id={`section-${section.id}`}>{section.title}</h2>
      <p className="muted">{section.help}</p>
      {section.blocks.map((block) => (
        <div key={block.id} className="form-block">
          {block.title === null ? null : <h3 id={`block-${section.id}-${block.id}`}>{block.title}</h3>}
          <div
            className="panel-card form-card"
            {...(block.title === null ? {} : { role: 'group', 'aria-labelledby': `block-${section.id}-${block.id}` })}
          >
            {rowsOf(block, draft, wanted, isWhole).map((field) => (
              <FormRow key={field.id} field={field} draft={draft} isWanted={field.id === wanted} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** What counts for nothing while its switch is off is folded away, but for what somebody looks for or has changed. */
function rowsOf({ fields, switchId }: FormBlock, draft: FormDraft, wanted: string | null, isWhole: boolean) {
  const isOpen =
    isWhole ||
    switchId === null ||
    draft.valueOf(switchId) === true ||
    fields.some(({ id }) => id === wanted) ||
    fields.every(({ id }) => id !== switchId);
  return isOpen ? fields : fields.filter(({ id }) => id === switchId || id in draft.edits);
}

interface RowProps {
  readonly field: FormField;
  readonly draft: FormDraft;
  readonly isWanted: boolean;
}

/** One field: its name, a sentence, its control, and what is wrong with it. */
function FormRow({ field: { id, name, help, shape, isWide }, draft, isWanted }: RowProps) {
  const error = draft.errorOf(id);
  const described = [help ? `help-${id}` : '', error === null ? '' : `error-${id}`].filter(Boolean).join(' ');
  return (
    <div
      className="form-row"
      id={`field-${id}`}
      data-wide={isWide || undefined}
      data-switch={shape.kind === 'switch' || undefined}
      data-wanted={isWanted || undefined}
      data-changed={id in draft.edits || undefined}
    >
      <div className="form-text">
        <label id={`control-${id}-name`} htmlFor={`control-${id}`}>
          {name}
        </label>
        {help ? <p id={`help-${id}`}>{help}</p> : null}
      </div>
      <div className="form-control">
        <FieldControl
          fieldId={id}
          id={`control-${id}`}
          name={name}
          shape={shape}
          value={draft.valueOf(id)}
          describedBy={described || undefined}
          isWrong={error !== null}
          onChange={(value) => draft.change(id, value)}
          onLeave={() => draft.leave(id)}
        />
        {error === null ? null : (
          <p id={`error-${id}`} className="form-wrong" role="alert">
            <CircleAlert className="icon" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The control that fits what a field holds. */
function FieldControl({ shape, ...props }: ControlProps & { shape: FieldShape }) {
  switch (shape.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} shape={shape} />;
    case 'text':
      return <TextControl {...props} shape={shape} />;
    case 'number':
      return <NumberControl {...props} unit={shape.unit} />;
    case 'lines':
      return <LinesControl {...props} />;
    case 'colour':
      return <ColourControl {...props} usual={shape.usual} />;
    case 'own':
      return <shape.Control {...props} />;
  }
}

const SwitchControl = ({ id, name, value, describedBy, onChange }: ControlProps) => (
  <Switch id={id} label={name} describedBy={describedBy} isOn={value === true} onChange={onChange} />
);

function ChoiceControl({
  id,
  name,
  value,
  describedBy,
  isWrong,
  onChange,
  shape,
}: ControlProps & { shape: Extract<FieldShape, { kind: 'choice' }> }) {
  return (
    <Select
      id={id}
      label={name}
      labelledBy={`${id}-name`}
      value={String(value ?? '')}
      options={shape.options}
      describedBy={describedBy}
      isWrong={isWrong}
      onChange={onChange}
    />
  );
}

function TextControl({
  value,
  shape,
  onLeave,
  ...props
}: ControlProps & { shape: Extract<FieldShape, { kind: 'text' }> }) {
  return (
    <TextField
      {...shared(props)}
      value={String(value ?? '')}
      onBlur={onLeave}
      type={shape.input === 'email' ? 'email' : shape.input === 'secret' ? 'password' : 'text'}
      autoComplete={shape.input === 'secret' ? 'new-password' : undefined}
      multiline={shape.rows !== undefined}
      minRows={shape.rows ?? 1}
      placeholder={shape.usual ?? ''}
      // What stands for an empty field is in the language of the page.
      inputProps={{
        maxLength: shape.max,
        dir: value ? 'auto' : undefined,
        ...(shape.input === 'url' ? { inputMode: 'url' } : {}),
      }}
    />
  );
}

function NumberControl({ value, unit, onChange, onLeave, ...props }: ControlProps & { unit: string | undefined }) {
  const [text, setText, settle] = useParsed(
    value,
    (number) => (typeof number === 'number' && !Number.isNaN(number) ? String(number) : ''),
    parseNumber,
    onChange,
  );
  return (
    <TextField
      {...shared({ ...props, onChange: setText })}
      className="form-number"
      value={text}
      onBlur={() => {
        settle();
        onLeave();
      }}
      after={unit}
      inputProps={{ inputMode: 'decimal' }}
    />
  );
}

function LinesControl({ value, onChange, onLeave, ...props }: ControlProps) {
  const { t } = useTranslation();
  const [text, setText, settle] = useParsed(
    value,
    (lines) => ((lines as readonly string[] | undefined) ?? []).join('\n'),
    (typed) =>
      typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    onChange,
  );
  return (
    <TextField
      {...shared({ ...props, onChange: setText })}
      value={text}
      onBlur={() => {
        settle();
        onLeave();
      }}
      multiline
      minRows={4}
      placeholder={t('set-one-a-line')}
      inputProps={{ dir: 'auto' }}
    />
  );
}

type Shared = Pick<ControlProps, 'id' | 'describedBy' | 'isWrong'> & { onChange: (text: string) => void };
const shared = ({ id, describedBy, isWrong, onChange }: Shared) => ({
  id,
  describedBy,
  isWrong,
  onChange,
});
