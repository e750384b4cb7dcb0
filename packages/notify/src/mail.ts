export interface Mail {
  /** Stable over retries, so that a mail is not delivered twice. */
  readonly id: string;
  readonly to: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
