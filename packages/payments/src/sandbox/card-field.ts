import type { CardField, CardFieldRequest } from '../card-field.ts';

/** The address of the hosted field. Style tokens travel as `t.<name>`; the field checks each by its pattern. */
export function sandboxCardField(fieldUrl: string, request: CardFieldRequest): CardField {
  const src = new URL('/field', fieldUrl);
  src.searchParams.set('origin', request.origin);
  src.searchParams.set('lang', request.locale);
  for (const [name, value] of Object.entries(request.tokens ?? {})) src.searchParams.set(`t.${name}`, value);
  return { src: src.href, origin: src.origin };
}
