import { ribbonAnimations } from '@backlot/domain/sites/ribbon-animation';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { Select } from '../../../../components/kit/select.tsx';

/** How a ribbon comes in. A name from elsewhere that we do not know is kept, and stands still. */
export function AnimationControl({ id, name, value: chosen, describedBy, isWrong, onChange }: ControlProps) {
  const { t } = useTranslation();
  const value = String(chosen ?? '');
  const isKnown = value === '' || (ribbonAnimations as readonly string[]).includes(value);
  return (
    <Select
      id={id}
      label={name}
      labelledBy={`${id}-name`}
      value={value}
      describedBy={describedBy}
      isWrong={isWrong}
      options={[
        { value: '', text: t('animation-none') },
        ...ribbonAnimations.map((animation) => ({ value: animation, text: t(`animation-${animation}`) })),
        ...(isKnown ? [] : [{ value, text: value }]),
      ]}
      onChange={onChange}
    />
  );
}
