/** `wallet_settings.add_fund_minimum_amount` is one key inside and an object with a field in the documents' form. */
export function nestSettings(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const [head, tail] = splitKey(key);
    nested[head] = tail === null ? value : { ...(nested[head] as object | undefined), [tail]: value };
  }
  return nested;
}

/** Back to flat keys. `isKey` tells a setting that is an object's field from a value that happens to be an object. */
export function flattenSettings(nested: Readonly<Record<string, unknown>>, isKey: (key: string) => boolean): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(nested)) {
    const isGroup = !isKey(key) && typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isGroup) flat[key] = value;
    else for (const [field, inner] of Object.entries(value)) flat[`${key}.${field}`] = inner;
  }
  return flat;
}

function splitKey(key: string): [string, string | null] {
  const dot = key.indexOf('.');
  return dot < 0 ? [key, null] : [key.slice(0, dot), key.slice(dot + 1)];
}
