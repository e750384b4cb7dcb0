/** Colours, radius and type of our form, so that the provider's field looks like part of it. */
export type CardFieldTokens = Readonly<Record<string, string>>;

export interface CardFieldRequest {
  /** Origin of the page that frames the field; the field talks to no other. */
  readonly origin: string;
  /** `en`, `ar`, … */
  readonly locale: string;
  readonly tokens?: CardFieldTokens;
}

export interface CardField {
  /** Address for the frame. */
  readonly src: string;
  /** The only origin whose messages the page may believe, and the one for `frame-src`. */
  readonly origin: string;
}
