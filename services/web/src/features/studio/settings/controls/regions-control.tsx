import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { api } from '../../../../lib/api.ts';
import { useSite } from '../../../../lib/site.tsx';
import { areaName } from './area-name.ts';

/** Regions of countries by name, kept as codes such as US-UT. */
export function RegionsControl({ id, name, value, describedBy, onChange }: ControlProps) {
  const { t } = useTranslation();
  const codes = (value as readonly string[] | undefined) ?? [];
  const { language } = useSite();
  const [country, setCountry] = useState('');
  const { data: countries = [] } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await api('GET /api/users/get_all_countries', { signal })).data,
    staleTime: Infinity,
  });
  const { data: regions = [] } = useQuery({
    queryKey: ['regions', country],
    enabled: country !== '',
    staleTime: Infinity,
    queryFn: async () => (await api('POST /api/users/get_states_of_country', { body: { countryId: country } })).data,
  });
  const sorted = countries
    .map(({ iso2 }) => ({ code: iso2, name: areaName(iso2, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  const add = (code: string): void => {
    if (code !== '' && !codes.includes(code)) onChange([...codes, code]);
  };
  const label = (code: string): string => areaName(code, language);
  return (
    <div className="areas-control" id={id} role="group" aria-label={name} aria-describedby={describedBy}>
      <span className="input">
        <select
          aria-label={t('set-areas-choose-country')}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          <option value="">{t('set-areas-choose-country')}</option>
          {sorted.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </select>
      </span>
      {country !== '' ? (
        <span className="input">
          <select aria-label={t('set-areas-choose-region')} value="" onChange={(event) => add(event.target.value)}>
            <option value="">{t('set-areas-choose-region')}</option>
            {regions.map((region) => (
              <option key={region._id} value={`${country}-${region.state_code}`}>
                {region.name}
              </option>
            ))}
          </select>
        </span>
      ) : null}
      {codes.length === 0 ? null : (
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <span>{label(code)}</span>
              <button
                type="button"
                className="btn"
                data-tone="ghost"
                data-size="s"
                data-square
                aria-label={t('create-remove', { name: label(code) })}
                onClick={() => onChange(codes.filter((one) => one !== code))}
              >
                <X className="icon" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
