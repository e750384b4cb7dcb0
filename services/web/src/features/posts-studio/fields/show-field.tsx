import { useTranslation } from 'react-i18next';
import { Switch } from '../../../components/kit/switch.tsx';
import { useSetting } from '../../../lib/site.tsx';
import type { PostDraft } from '../draft/post-draft.ts';

/** What a closed card tells about what is inside. The number is told only where the site does that at all. */
export function ShowField({
  draft,
  onChange,
}: {
  draft: Pick<PostDraft, 'showLength' | 'showCount'>;
  onChange: (part: Partial<PostDraft>) => void;
}) {
  const { t } = useTranslation();
  const isCountTold = useSetting('show_media_count_in_exclusive_content') === true;
  return (
    <fieldset>
      <legend className="form-label">{t('create-show')}</legend>
      {isCountTold ? (
        <p className="switch-line">
          <Switch
            label={t('create-show-count')}
            isOn={draft.showCount}
            onChange={(showCount) => onChange({ showCount })}
          />
          <span aria-hidden="true">{t('create-show-count')}</span>
        </p>
      ) : null}
      <p className="switch-line">
        <Switch
          label={t('create-show-length')}
          isOn={draft.showLength}
          onChange={(showLength) => onChange({ showLength })}
        />
        <span aria-hidden="true">{t('create-show-length')}</span>
      </p>
    </fieldset>
  );
}
