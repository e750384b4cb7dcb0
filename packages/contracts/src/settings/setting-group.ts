/** The documents' calls for a part of the settings: `GET` reads it, anything else saves some or all of it. */
export interface SettingGroup {
  /** Ends the sentence 'Read …' or 'Save …'. */
  readonly about: string;
  readonly calls: readonly `${'GET' | 'POST' | 'PUT'} /api/${string}`[];
  readonly keys: readonly string[];
  /** The fields of this object are named without it. */
  readonly within?: string;
  /** Guests and fans may read it as well: their pages show it. */
  readonly isOpen?: boolean;
}

export const both = <const P extends `/api/${string}`>(path: P) => [`GET ${path}`, `POST ${path}`] as const;
export const fields = <const O extends string, const F extends string>(object: O, names: readonly F[]) =>
  names.map((name) => `${object}.${name}` as const);
