import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { Select } from '../../../../components/kit/select.tsx';
import { useThemeLooks } from '../../../../components/theme/theme-looks.ts';
import { useDraftTheme } from './draft-theme.ts';

/** A type family among those that the chosen theme serves; one of another theme is kept, and has no effect. */
export function FontControl({ id, name, value: chosen, describedBy, isWrong, onChange }: ControlProps) {
  const value = String(chosen ?? '');
  const { t } = useTranslation();
  const theme = useDraftTheme();
  const families = useThemeLooks().find((look) => look.name === theme)?.families ?? [];
  const offered = value === '' || families.includes(value) ? families : [...families, value];
  return (
    <Select
      id={id}
      label={name}
      labelledBy={`${id}-name`}
      value={value}
      describedBy={describedBy}
      isWrong={isWrong}
      options={[
        { value: '', text: t('set-theme-default') },
        ...offered.map((family) => ({ value: family, text: family })),
      ]}
      onChange={onChange}
    />
  );
}
