import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import './choice-cards.css';

export interface ChoiceCard<T extends string> {
  readonly value: T;
  readonly text: string;
  /** What follows from it. */
  readonly help: string;
  readonly icon: LucideIcon;
}

interface ChoiceCardsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly ChoiceCard<T>[];
  readonly onChange: (value: T) => void;
  /** One below the other, for sentences that need the whole width. */
  readonly isList?: boolean;
}

/** A choice with consequences: cards, each with a sentence. */
export function ChoiceCards<T extends string>({
  label,
  value,
  options,
  onChange,
  isList = false,
}: ChoiceCardsProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="form-label">{label}</legend>
      <div className="choice-cards" data-lines={isList || undefined}>
        {options.map(({ value: one, text, help, icon: Icon }) => (
          <label key={one} className="choice-card">
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            <Icon className="icon" aria-hidden />
            <span>
              <b>{text}</b>
              <small>{help}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
