import { Globe, Lock, UsersRound, type LucideIcon } from 'lucide-react';
import { offeredVisibilities } from '@backlot/domain/posts/post-form';
import type { Visibility } from '@backlot/domain/access';
import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '../../../components/kit/choice-cards.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';

const looks: Readonly<Record<Visibility, { icon: LucideIcon; text: TextKey; help: TextKey }>> = {
  locked: { icon: Lock, text: 'lock-locked', help: 'create-locked-sentence' },
  private: { icon: UsersRound, text: 'visibility-private', help: 'create-private-sentence' },
  public: { icon: Globe, text: 'visibility-public', help: 'create-public-sentence' },
};

/** Who sees a post. */
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
  const options = offeredVisibilities({ enable_public_post: isPublicOffered }).map((one) => {
    const { icon, text, help } = looks[one];
    return { value: one, icon, text: t(text), help: t(help) };
  });
  return <ChoiceCards label={t('create-visibility')} value={value} options={options} onChange={onChange} />;
}
