import type { GuardRole } from '../people/roles.ts';

export type SettingReader = 'public' | 'user' | 'staff' | 'admin' | 'secret';
/** `system`: declared with the site or set by the server, changed by nobody through the API. */
export type SettingWriter = 'site' | 'admin_and_sub_admin' | 'admin_and_model' | 'admin' | 'system';

export const writersOf: Readonly<Record<SettingWriter, readonly GuardRole[]>> = {
  site: ['model', 'admin', 'sub_admin'],
  admin_and_sub_admin: ['admin', 'sub_admin'],
  admin_and_model: ['admin', 'model'],
  admin: ['admin'],
  system: [],
};

/** A link of a menu. `label` is shown as typed; `isEnabled` false keeps it for later. */
export interface MenuLink {
  readonly label: string;
  readonly url: string;
  readonly newTab: boolean;
  readonly isEnabled: boolean;
}

interface Shape<T extends string, V> {
  readonly type: T;
  readonly default: V;
}
export interface Toggle extends Shape<'boolean', boolean> {}
export interface Text extends Shape<
  'text' | 'html' | 'url' | 'media' | 'colour' | 'font' | 'size' | 'sizes' | 'email' | 'timezone',
  string
> {
  readonly max: number;
}
export interface Numeric extends Shape<'integer' | 'number' | 'amount', number> {
  readonly min: number;
  readonly max: number;
}
export interface Amounts extends Shape<'amounts', string> {
  readonly maxItems: number;
}
export interface Choice<C extends string> extends Shape<'choice', C> {
  readonly choices: readonly C[];
}
export interface Strings extends Shape<'strings', readonly string[]> {
  readonly choices: readonly string[] | null;
  readonly max: number;
  readonly maxItems: number;
  readonly pattern: RegExp | null;
  /** Each is a picture, as `media` has it. */ readonly isPictures: boolean;
}
export interface Links extends Shape<'links', readonly MenuLink[]> {
  readonly maxItems: number;
}
export type AnyShape = Toggle | Text | Numeric | Amounts | Choice<string> | Strings | Links;

type Keyed<K extends string, S> = S & { readonly key: K };

export const toggle = <const K extends string>(key: K, on: boolean): Keyed<K, Toggle> => ({
  key,
  type: 'boolean',
  default: on,
});

const written =
  <T extends Text['type']>(type: T, limit: number) =>
  <const K extends string>(key: K, preset: string, max = limit): Keyed<K, Text> => ({
    key,
    type,
    default: preset,
    max,
  });

export const text = written('text', 200);
export const longText = written('text', 4000);
export const html = written('html', 100_000);
/** An address: https, http or a path of this site. Empty for none. */
export const url = written('url', 2000);
/** A picture or film: a path of this site. Empty for none. */
export const media = written('media', 2000);
/** `#rgb`, `#rrggbb` or `#rrggbbaa`; empty for the theme's own. */
export const colour = written('colour', 9);
export const font = written('font', 100);
/** One to four CSS lengths; empty for the theme's own. */
export const size = written('size', 60);
/** Four CSS lengths separated by `|`, one per screen size. */
export const sizes = written('sizes', 60);
export const email = written('email', 254);
/** A zone of the time zone database, `Europe/Oslo`. */
export const timezone = written('timezone', 60);

const numeric =
  <T extends Numeric['type']>(type: T) =>
  <const K extends string>(key: K, preset: number, min: number, max: number): Keyed<K, Numeric> => ({
    key,
    type,
    default: preset,
    min,
    max,
  });
export const integer = numeric('integer');
/** Dollars with two decimals. */
export const amount = numeric('amount');

/** Amounts separated by commas, as the documents keep them. */
export const amounts = <const K extends string>(key: K, preset: string): Keyed<K, Amounts> => ({
  key,
  type: 'amounts',
  default: preset,
  maxItems: 12,
});

export const choice = <const K extends string, const C extends string>(
  key: K,
  choices: readonly C[],
  preset: NoInfer<C>,
): Keyed<K, Choice<C>> => ({ key, type: 'choice', choices, default: preset });

export const strings = <const K extends string>(
  key: K,
  preset: readonly string[],
  limits: { choices?: readonly string[]; max?: number; maxItems?: number; pattern?: RegExp; isPictures?: boolean } = {},
): Keyed<K, Strings> => ({
  key,
  type: 'strings',
  default: preset,
  choices: limits.choices ?? null,
  max: limits.max ?? 200,
  maxItems: limits.maxItems ?? 300,
  pattern: limits.pattern ?? null,
  isPictures: limits.isPictures ?? false,
});

export const links = <const K extends string>(key: K): Keyed<K, Links> => ({
  key,
  type: 'links',
  default: [],
  maxItems: 30,
});

export interface Placement {
  readonly group: string;
  readonly read: SettingReader;
  readonly write: SettingWriter;
}

/** Puts definitions into a group, with who may read and who may write them. */
export function group<const D extends readonly (AnyShape & { key: string })[]>(
  name: string,
  read: SettingReader,
  write: SettingWriter,
  definitions: D,
): { readonly [I in keyof D]: D[I] & Placement } {
  const placed = definitions.map((definition) => ({ ...definition, group: name, read, write }));
  return placed as unknown as { readonly [I in keyof D]: D[I] & Placement };
}

export type ValueOf<D> = D extends { type: 'choice'; choices: readonly (infer C)[] }
  ? C
  : D extends { type: 'boolean' }
    ? boolean
    : D extends { type: 'integer' | 'number' | 'amount' }
      ? number
      : D extends { type: 'strings' }
        ? readonly string[]
        : D extends { type: 'links' }
          ? readonly MenuLink[]
          : string;
