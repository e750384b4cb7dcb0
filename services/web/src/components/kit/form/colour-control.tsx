import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { TextField } from '../text-field.tsx';
import type { ControlProps } from './form-types.ts';

/** A colour by its well or by its letters, and the way back to the usual one. */
export function ColourControl({
  id,
  name,
  value,
  usual,
  describedBy,
  isWrong,
  onChange,
  onLeave,
}: ControlProps & { usual: string }) {
  const { t } = useTranslation();
  const text = String(value ?? '');
  return (
    <TextField
      id={id}
      describedBy={describedBy}
      isWrong={isWrong}
      value={text}
      placeholder={usual}
      onChange={(typed) => onChange(typed.trim())}
      onBlur={onLeave}
      before={
        <input
          className="colour-well"
          type="color"
          aria-label={t('set-pick-colour', { name })}
          // A well takes six digits and nothing else: grey stands for what it cannot show.
          value={/^#[\da-f]{6}$/i.test(text) ? text : '#888888'}
          data-empty={text === '' || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      }
      after={
        text === '' ? null : (
          <Button variant="text" size="small" onClick={() => onChange('')}>
            {t('btn-reset')}
          </Button>
        )
      }
      inputProps={{ maxLength: 9, spellCheck: false, dir: text === '' ? undefined : 'ltr' }}
    />
  );
}
