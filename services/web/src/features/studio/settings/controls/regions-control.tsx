import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { SearchSelect } from '../../../../components/kit/search-select.tsx';
import { Failed } from '../../../../components/studio/list-states.tsx';
import { api } from '../../../../lib/api.ts';
import { useSite } from '../../../../lib/site.tsx';
import { areaName } from '../../../../entities/setting/area-name.ts';
import { ChosenAreas } from './chosen-areas.tsx';

/** Regions of countries by name, kept as codes such as US-UT. */
export function RegionsControl({ id, name, value, describedBy, onChange }: ControlProps) {
  const { t } = useTranslation();
  const codes = (value as readonly string[] | undefined) ?? [];
  const { language } = useSite();
  const [country, setCountry] = useState<string | null>(null);
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await api('GET /api/users/get_all_countries', { signal })).data,
    staleTime: Infinity,
  });
  const { regions, isPending, failed } = useRegions([...codes.map(countryOf), ...(country === null ? [] : [country])]);
  const nameOf = (code: string): string => {
    const region = regions.get(code);
    return region === undefined ? areaName(code, language) : `${areaName(countryOf(code), language)}: ${region}`;
  };
  return (
    <div className="areas-control" id={id} role="group" aria-label={name} aria-describedby={describedBy}>
      <SearchSelect
        label={t('set-areas-choose-country')}
        placeholder={t('set-areas-choose-country')}
        value={country}
        options={(countries.data ?? [])
          .map(({ iso2 }) => ({ value: iso2, text: areaName(iso2, language) }))
          .sort((one, other) => one.text.localeCompare(other.text, language))}
        isLoading={countries.isPending}
        onChange={setCountry}
      />
      {countries.isError ? <Failed error={countries.error} onRetry={() => void countries.refetch()} /> : null}
      {failed === undefined ? null : <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {country === null || failed !== undefined ? null : (
        <SearchSelect
          label={t('set-areas-choose-region')}
          placeholder={t('set-areas-choose-region')}
          value={null}
          options={[...regions]
            .filter(([code]) => countryOf(code) === country && !codes.includes(code))
            .map(([code, text]) => ({ value: code, text }))}
          isLoading={isPending}
          onChange={(code) => onChange([...codes, code])}
        />
      )}
      <ChosenAreas codes={codes} nameOf={nameOf} onChange={onChange} />
    </div>
  );
}

const countryOf = (code: string): string => code.split('-')[0] ?? '';

/** The regions of some countries, code to name. */
function useRegions(countries: readonly string[]): {
  readonly regions: ReadonlyMap<string, string>;
  readonly isPending: boolean;
  /** What brought no answer. */
  readonly failed: { readonly error: unknown; readonly refetch: () => unknown } | undefined;
} {
  const distinct = [...new Set(countries)];
  const answers = useQueries({
    queries: distinct.map((country) => ({
      queryKey: ['regions', country],
      staleTime: Infinity,
      queryFn: async () => (await api('POST /api/users/get_states_of_country', { body: { countryId: country } })).data,
    })),
  });
  return {
    regions: new Map(
      answers.flatMap(({ data = [] }, index) =>
        data.map((region) => [`${distinct[index]}-${region.state_code}`, region.name] as const),
      ),
    ),
    isPending: answers.some((answer) => answer.isPending),
    failed: answers.find((answer) => answer.isError),
  };
}
