import { allCountries } from 'country-region-data';

const countries = allCountries.map(([name, iso2, regions]) => ({ name, iso2, regions }));
const byCode = new Map(countries.map((country) => [country.iso2.toUpperCase(), country]));

const listed = countries.map(({ name, iso2 }) => ({ _id: iso2, name, iso2 }));

export const listCountries = () => listed;

/** States or provinces of a country by its two-letter code; none for an unknown one. */
export const listStates = (country: string) =>
  (byCode.get(country.toUpperCase())?.regions ?? [])
    .filter(([, code]) => Boolean(code))
    .map(([name, code]) => ({ _id: code, name, state_code: code }));
