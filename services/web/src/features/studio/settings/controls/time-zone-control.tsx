import type { ControlProps } from '../../../../components/kit/form/form-types.ts';

/** A zone of the time zone database, by continent. */
export function TimeZoneControl({ id, value: chosen, describedBy, onChange }: ControlProps) {
  const value = String(chosen ?? 'UTC');
  const zones = [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])].filter((zone) => zone !== '');
  const groups = [...Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''))];
  return (
    <span className="input">
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        dir="ltr"
        onChange={(event) => onChange(event.target.value)}
      >
        {groups.map(([area, those]) =>
          area === '' ? (
            those.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))
          ) : (
            <optgroup key={area} label={area}>
              {those.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.slice(area.length + 1).replaceAll('_', ' ')}
                </option>
              ))}
            </optgroup>
          ),
        )}
      </select>
    </span>
  );
}
