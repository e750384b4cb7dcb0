import { useEffect, useState } from 'react';
import { keep, readKept } from '../../lib/storage/kept.ts';
import { useSetting } from '../../lib/site.tsx';

const key = 'site-popup';

/**
 * POPUP-22: the site's text while it is switched on, until this browser has pressed Ok on it; another text shows again.
 *
 * @param seen the text that Ok was pressed on; undefined before that is known
 */
export const popupToShow = (
  settings: { readonly show_misc_pop_up: boolean; readonly misc_pop_up_text: string },
  seen: string | null | undefined,
): string | null => {
  const text = settings.misc_pop_up_text;
  return settings.show_misc_pop_up && text !== '' && seen !== undefined && seen !== text ? text : null;
};

export function useSitePopup(): { readonly text: string | null; readonly close: () => void } {
  const settings = {
    show_misc_pop_up: useSetting('show_misc_pop_up') === true,
    misc_pop_up_text: useSetting('misc_pop_up_text') ?? '',
  };
  const [seen, setSeen] = useState<string | null | undefined>();
  useEffect(() => {
    setSeen(readKept(key));
  }, []);
  const close = (): void => {
    keep(key, settings.misc_pop_up_text);
    setSeen(settings.misc_pop_up_text);
  };
  return { text: popupToShow(settings, seen), close };
}
