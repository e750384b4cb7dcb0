import IconButton from '@mui/material/IconButton';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface ChosenAreasProps {
  readonly codes: readonly string[];
  readonly nameOf: (code: string) => string;
  readonly onChange: (codes: readonly string[]) => void;
}

/** The countries or regions that are in a list, each with the way out of it. */
export function ChosenAreas({ codes, nameOf, onChange }: ChosenAreasProps) {
  const { t } = useTranslation();
  if (codes.length === 0) return null;
  return (
    <ul className="chosen-areas">
      {codes.map((code) => (
        <li key={code}>
          <span className="cut">{nameOf(code)}</span>
          <IconButton
            aria-label={t('create-remove', { name: nameOf(code) })}
            onClick={({ currentTarget }) => {
              focusAfter(currentTarget);
              onChange(codes.filter((one) => one !== code));
            }}
          >
            <X className="icon" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** The button goes with its area: the focus goes to the next one, else to the field that adds another. */
function focusAfter(button: HTMLElement): void {
  const next = button.closest('li')?.nextElementSibling?.querySelector('button');
  const fields = button.closest('ul')?.parentElement?.querySelectorAll<HTMLElement>('[role=combobox]');
  (next ?? [...(fields ?? [])].at(-1))?.focus();
}
