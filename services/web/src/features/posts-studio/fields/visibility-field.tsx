import { Globe, Lock, UsersRound, type LucideIcon } from 'lucide-react';
import { offeredVisibilities } from '@backlot/domain/posts/post-form';
import type { Visibility } from '@backlot/domain/access';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../lib/texts/texts.ts';

const looks: Readonly<Record<Visibility, { icon: LucideIcon; text: TextKey; help: TextKey }>> = {
  locked: { icon: Lock, text: 'lock-locked', help: 'create-locked-sentence' },
  private: { icon: UsersRound, text: 'visibility-private', help: 'create-private-sentence' },
  public: { icon: Globe, text: 'visibility-public', help: 'create-public-sentence' },
};

/** A choice with consequences: cards, each with a sentence. */
export function VisibilityField({
  value,
  isPublicOffered,
  onChange,
}: {
  value: Visibility;
  isPublicOffered: boolean;
  onChange: (value: Visibility) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="form-label">{t('create-visibility')}</legend>
      <div className="choice-cards">
        {offeredVisibilities({ enable_public_post: isPublicOffered }).map((one) => {
          const { icon: Icon, text, help } = looks[one];
          return (
            <label key={one} className="choice-card">
              <input
                type="radio"
                name="visibility"
                value={one}
                checked={one === value}
                onChange={() => onChange(one)}
              />
              <Icon className="icon" aria-hidden />
              <span>
                <b>{t(text)}</b>
                <small>{t(help)}</small>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
