import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';

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
    <div className="countries-control" role="group" aria-label={name} aria-describedby={describedBy}>
      {codes.length === 0 ? null : (
        <ul>
          {codes.map((code) => (
            <li key={code} className="chip">
              <span>{names.get(code.toUpperCase()) ?? code}</span>
              <button
                type="button"
                aria-label={t('create-remove', { name: names.get(code.toUpperCase()) ?? code })}
                onClick={() => onChange(codes.filter((one) => one !== code))}
              >
                <X className="icon" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="input">
        <select
          id={id}
          value=""
          onChange={(event) => {
            if (event.target.value !== '') onChange([...codes, event.target.value]);
          }}
        >
          <option value="">{t('set-country-add')}</option>
          {[...names]
            .filter(([code]) => !codes.includes(code))
            .map(([code, country]) => (
              <option key={code} value={code}>
                {country}
              </option>
            ))}
        </select>
      </span>
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
