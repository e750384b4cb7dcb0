import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { Select } from '../../../../components/kit/select.tsx';

const offered = [1, 2, 3, 4, 5, 6, 9, 12, 18, 24];

/** SUB-21: none, some, or for ever. */
export function FreeMonthsControl({ id, name, value, describedBy, isWrong, onChange }: ControlProps) {
  const { t } = useTranslation();
  const count = Number(value ?? 0);
  const months = count > 0 && !offered.includes(count) ? [...offered, count].sort((a, b) => a - b) : offered;
  return (
    <Select
      id={id}
      label={name}
      labelledBy={`${id}-name`}
      value={String(count)}
      describedBy={describedBy}
      isWrong={isWrong}
      options={[
        { value: '0', text: t('free-months-none') },
        ...months.map((month) => ({ value: String(month), text: t('free-months-count', { count: month }) })),
        { value: '-1', text: t('free-months-for-ever') },
      ]}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
