import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../components/studio/switch.tsx';
import type { UploadItem } from '../../lib/uploads/upload-item.ts';

interface PreviewFieldProps {
  readonly files: readonly UploadItem[];
  readonly isOn: boolean;
  readonly chosen: string | null;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onChoose: (key: string | null) => void;
}

/** One of the pictures, sharp for everybody before the purchase. */
export function PreviewField({ files, isOn, chosen, onSwitch, onChoose }: PreviewFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section>
      <h2 className="form-label" id={id}>{t('create-preview')} <small>{t('create-preview-note')}</small></h2>
      <p className="switch-line"><Switch label={t('reuse-add-preview')} isOn={isOn} isDisabled={files.length === 0} onChange={onSwitch} /><span aria-hidden="true">{t('reuse-add-preview')}</span></p>
      {isOn && files.length > 0 ? (
        <div className="preview-choices" role="radiogroup" aria-labelledby={id}>
          {files.map((item, index) => (
            <label key={item.key} className="preview-choice">
              <input type="radio" name="preview" checked={item.key === chosen} aria-label={t('create-preview-choice', { n: index + 1, name: item.name })} onChange={() => onChoose(item.key)} />
              {item.preview === null ? <span /> : <img src={item.preview} alt="" />}
              <i aria-hidden="true"><Check className="icon" /></i>
            </label>
          ))}
        </div>
      ) : null}
      {isOn ? <p className="form-help">{t('create-preview-most')}</p> : null}
    </section>
  );
}
