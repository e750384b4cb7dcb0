import { useSetting, useSite } from '../../../lib/site.tsx';

export interface CreatorNames {
  /** Whole, as a sentence would have it. */
  readonly full: string;
  /** One or two lines for the banner. */
  readonly lines: readonly string[];
}

/** LAND-05: first and last name on lines of their own; else one name, split at its last blank. */
export function useCreatorNames(): CreatorNames {
  const site = useSite();
  const first = useSetting('model_first_name') ?? '';
  const last = useSetting('model_last_name') ?? '';
  const banner = useSetting('banner_model_name') ?? '';
  const name = useSetting('model_name') ?? '';
  const full = banner || [first, last].filter(Boolean).join(' ') || name || site.name;
  if (first !== '' && last !== '' && banner === '') return { full, lines: [first, last] };
  const blank = full.lastIndexOf(' ');
  return { full, lines: blank < 0 ? [full] : [full.slice(0, blank), full.slice(blank + 1)] };
}
