import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export interface NamedCode {
  readonly code: string;
  readonly name: string;
}

/** Countries under their names in the page's language, in its order. */
export function useCountries(): { readonly countries: readonly NamedCode[]; readonly isLoading: boolean } {
  const { id, language } = useSite();
  const { data, isPending } = useQuery({
    queryKey: [id, 'countries', language],
    queryFn: async ({ signal }) => named((await api('GET /api/users/get_all_countries', { signal })).data, language),
    staleTime: Infinity,
  });
  return { countries: data ?? [], isLoading: isPending };
}

function named(countries: readonly { name: string; iso2: string }[], language: string): NamedCode[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return countries
    .map(({ iso2, name }) => ({ code: iso2, name: names.of(iso2) ?? name }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** States or provinces; `isKnown` is false until the answer is there. */
export function useStates(country: string): { readonly states: readonly NamedCode[]; readonly isKnown: boolean } {
  const { id } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'states', country],
    queryFn: async ({ signal }) =>
      (await api('POST /api/users/get_states_of_country', { body: { countryId: country }, signal })).data.map(
        ({ name, state_code: code }) => ({ code, name }),
      ),
    staleTime: Infinity,
    enabled: country !== '',
  });
  return { states: data ?? [], isKnown: data !== undefined };
}

/** Cities that are known for a state; any other may be typed (CARD-12). */
export function useCities(country: string, state: string): readonly string[] {
  const { id } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'cities', country, state],
    queryFn: async ({ signal }) =>
      (
        await api('POST /api/users/get_cities_of_state', { body: { countryId: country, stateId: state }, signal })
      ).data.map(({ name }) => name),
    staleTime: Infinity,
    enabled: country !== '' && state !== '',
  });
  return data ?? [];
}

/** Where the payer's address is, or else the country of the browser's language (`de-AT` → AT): a guess to begin with. Null until it is known. */
export function useGuessedCountry(): string | null {
  const { id } = useSite();
  const { data, isPending } = useQuery({
    queryKey: [id, 'country-from-ip'],
    queryFn: async ({ signal }) => (await api('GET /api/ccbill/get-country-from-ip', { signal })).data,
    staleTime: Infinity,
    retry: false,
  });
  return isPending ? null : (data?.country ?? countryOfLanguage());
}

function countryOfLanguage(): string {
  const region = new Intl.Locale(navigator.language).maximize().region ?? '';
  return /^[A-Z]{2}$/.test(region) ? region : '';
}
