import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import type { TextKey } from '../../../../lib/texts/texts.ts';

/** Menu entries that have a page; the others stay as they are stored, for the day their page comes. */
const offered = [
  ['feed', 'nav-feed'],
  ['gallery', 'nav-gallery'],
  ['links', 'nav-links'],
] as const satisfies readonly (readonly [string, TextKey])[];

/** Which entries a menu has. Their order is the menu's own. */
export function EntriesControl({ id, name, value, describedBy, onChange }: ControlProps) {
  const { t } = useTranslation();
  const entries = (value as readonly string[] | undefined) ?? [];
  const set = (entry: string, isOn: boolean): void =>
    onChange(isOn ? [...entries, entry] : entries.filter((one) => one !== entry));
  return (
    <div className="entries-control" id={id} role="group" aria-label={name} aria-describedby={describedBy}>
      {offered.map(([entry, text]) => (
        <label key={entry} className="check-line">
          <input
            type="checkbox"
            checked={entries.includes(entry)}
            onChange={(event) => set(entry, event.target.checked)}
          />
          {t(text)}
        </label>
      ))}
    </div>
  );
}
