import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** Two words rather than a switch: the specification names both. */
export function BlurField({
  text,
  isOn,
  onChange,
}: {
  text: TextKey;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="form-label">{t(text)}</legend>
      {[true, false].map((value) => (
        <label key={String(value)} className="radio-line">
          <input type="radio" name={text} checked={isOn === value} onChange={() => onChange(value)} />
          {t(value ? 'reuse-enable-blur' : 'reuse-disable-blur')}
        </label>
      ))}
    </fieldset>
  );
}
