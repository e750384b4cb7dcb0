import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../../../../components/kit/search-select.tsx';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { ChosenAreas } from './chosen-areas.tsx';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Unions, test regions, and countries that are no more. */
const noCountry = new Set(
  'AC AN BU CP CS CQ DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' '),
);

/** Countries by their names in the viewer's language, chosen one after the other. */
export function CountriesControl({ id, name, value, describedBy, onChange }: ControlProps) {
  const codes = (value as readonly string[] | undefined) ?? [];
  const { t, i18n } = useTranslation();
  const names = useMemo(() => namesOf(i18n.language), [i18n.language]);
  return (
    <div className="areas-control" role="group" aria-label={name} aria-describedby={describedBy}>
      <SearchSelect
        id={id}
        label={name}
        placeholder={t('set-country-add')}
        value={null}
        options={[...names].filter(([code]) => !codes.includes(code)).map(([code, text]) => ({ value: code, text }))}
        onChange={(code) => onChange([...codes, code])}
      />
      <ChosenAreas codes={codes} nameOf={(code) => names.get(code.toUpperCase()) ?? code} onChange={onChange} />
    </div>
  );
}

function namesOf(language: string): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [string, string][] => {
      const name = noCountry.has(code) ? undefined : names.of(code);
      return name === undefined ? [] : [[code, name]];
    });
  return new Map(known.sort(([, one], [, other]) => one.localeCompare(other, language)));
}
