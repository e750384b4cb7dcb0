import { useTypedText } from '../../studio/use-typed-text.ts';
import type { TypedFilter } from './table-types.ts';

/** A filter that is typed: what says nothing yet is marked and changes nothing. */
export function TypedField({ filter, onChange }: { filter: TypedFilter; onChange: (value: string | null) => void }) {
  const { label, value, inputMode, maxLength, read } = filter;
  const [text, setText] = useTypedText(value ?? '', (typed) => {
    const asked = typed === '' ? null : read(typed);
    if (typed === '' || asked !== null) onChange(asked);
  });
  return (
    <label className="filter-select filter-typed">
      {label}
      <input
        type="text"
        autoComplete="off"
        inputMode={inputMode}
        maxLength={maxLength}
        size={maxLength}
        value={text}
        aria-invalid={(text.trim() !== '' && read(text.trim()) === null) || undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
