import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { SearchSelect, type SearchOption } from '../../../../components/kit/search-select.tsx';
import { zoneLabels } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import type { TextKey } from '../../../../lib/texts/texts.ts';

/** A zone of the time zone database, by continent, with its name in the viewer's language. */
export function TimeZoneControl({ id, name, value: chosen, describedBy, isWrong, onChange }: ControlProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const value = String(chosen ?? 'UTC');
  // Four hundred names take a moment; most people never open the list.
  const [isAsked, setAsked] = useState(false);
  const now = useNow(3_600_000);
  const options = useMemo(() => {
    const zones = isAsked ? ['UTC', ...Intl.supportedValuesOf('timeZone'), value] : [value];
    const found = [...new Set(zones)].filter((zone) => zone !== '').map((zone) => optionOf(zone, { language, now, t }));
    return [...Map.groupBy(found, ({ group }) => group).values()].flat();
  }, [isAsked, value, language, now, t]);
  const note = options.find((option) => option.value === value)?.note ?? '';
  return (
    <>
      <SearchSelect
        id={id}
        label={name}
        dir="ltr"
        value={value}
        options={options}
        describedBy={[describedBy, `${id}-zone`].filter(Boolean).join(' ')}
        isWrong={isWrong}
        onOpen={() => setAsked(true)}
        onChange={onChange}
      />
      <p id={`${id}-zone`} className="small muted">
        {note}
      </p>
    </>
  );
}

interface Words {
  readonly language: string;
  readonly now: Date;
  readonly t: TFunction;
}

function optionOf(zone: string, { language, now, t }: Words): SearchOption & { readonly group: string } {
  const { city, name, offset } = zoneLabels(language, zone, now);
  const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : '';
  const text = areas[area];
  return {
    value: zone,
    text: city,
    note: [name, offset].filter(Boolean).join(' · '),
    group: text === undefined ? area : t(text),
  };
}

/** Parts of the world as the time zone database has them. Chromium has no names of continents. */
const areas: Readonly<Record<string, TextKey>> = {
  Africa: 'zone-africa',
  America: 'zone-america',
  Antarctica: 'zone-antarctica',
  Arctic: 'zone-arctic',
  Asia: 'zone-asia',
  Atlantic: 'zone-atlantic',
  Australia: 'zone-australia',
  Europe: 'zone-europe',
  Indian: 'zone-indian',
  Pacific: 'zone-pacific',
};
