/** A country, or one of its regions (`US-UT`), by its name in a language; what has none as it is stored. */
export function areaName(code: string, language: string): string {
  const [country = '', region] = code.split('-');
  const name = countryName(country.toUpperCase(), language) ?? country;
  return region === undefined ? name : `${name}: ${region}`;
}

function countryName(code: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(code);
  } catch {
    return undefined;
  }
}
