/** What the field and the page that frames it say to each other. All carry `type: 'card-field'`. */
import type { Brand } from './brands.ts';
import type { CardErrors } from './card-rules.ts';

export type ToParent =
  | { readonly event: 'ready'; readonly height: number }
  | { readonly event: 'height'; readonly height: number }
  /** All four inputs pass. */
  | { readonly event: 'valid'; readonly brand: Brand }
  /** Not, or no longer; codes as in the texts' table. */
  | { readonly event: 'invalid'; readonly errors: CardErrors }
  | {
      readonly event: 'token';
      readonly token: string;
      readonly brand: Brand;
      readonly last4: string;
      readonly expMonth: number;
      readonly expYear: number;
    }
  /** The provider could not be reached; nothing was taken and the inputs are kept. */
  | { readonly event: 'error'; readonly code: 'tokenization-failed' };

export type FromParent =
  | { readonly action: 'tokenize' }
  | { readonly action: 'focus' }
  /** New values for style tokens, when the site turns dark or light. */
  | { readonly action: 'style'; readonly tokens: Readonly<Record<string, string>> };

/** Talks to one origin only, and believes only the framing window of that origin. */
export function openLine(origin: string, heard: (message: FromParent) => void): (message: ToParent) => void {
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.source !== parent || event.data?.type !== 'card-field') return;
    heard(event.data as FromParent);
  });
  return (message) => parent.postMessage({ type: 'card-field', ...message }, origin);
}
