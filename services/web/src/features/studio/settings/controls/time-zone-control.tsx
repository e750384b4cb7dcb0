import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { SearchSelect, type SearchOption } from '../../../../components/kit/search-select.tsx';

/** A zone of the time zone database, by continent. */
export function TimeZoneControl({ id, name, value: chosen, describedBy, isWrong, onChange }: ControlProps) {
  const value = String(chosen ?? 'UTC');
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), value])].filter((zone) => zone !== '');
  const groups = Map.groupBy(zones.map(optionOf), ({ group }) => group);
  return (
    <SearchSelect
      id={id}
      label={name}
      dir="ltr"
      value={value}
      options={[...groups.values()].flat()}
      describedBy={describedBy}
      isWrong={isWrong}
      onChange={onChange}
    />
  );
}

const optionOf = (zone: string): SearchOption & { group: string } => {
  const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : '';
  return {
    value: zone,
    text: (area === '' ? zone : zone.slice(area.length + 1)).replaceAll('_', ' '),
    group: area,
  };
};
