/** What the provider's card field says to the page that frames it, and hears. All carry `type: 'card-field'`. */
export type FieldSays =
  | { readonly event: 'ready' | 'height'; readonly height: number }
  | { readonly event: 'valid'; readonly brand: string }
  | { readonly event: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | { readonly event: 'token'; readonly token: string; readonly brand: string; readonly last4: string }
  | { readonly event: 'error'; readonly code: string };

export type FieldHears =
  | { readonly action: 'tokenize' | 'focus' }
  | { readonly action: 'style'; readonly tokens: Readonly<Record<string, string>> };

/** A message of the field, or null for anybody else's. */
export function heardFrom(event: MessageEvent, origin: string, frame: HTMLIFrameElement | null): FieldSays | null {
  if (event.origin !== origin || !frame || event.source !== frame.contentWindow) return null;
  const data: unknown = event.data;
  return typeof data === 'object' && data !== null && (data as { type?: unknown }).type === 'card-field'
    ? (data as FieldSays)
    : null;
}
