import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryType } from '../library-list.ts';

const tabs = [
  ['all', 'tab-all'],
  ['image', 'tab-images'],
  ['video', 'tab-videos'],
] as const;

/** MEDIA-06. Arrows go from tab to tab, as everywhere. */
export function TypeTabs({
  chosen,
  onChoose,
  panelId,
}: {
  chosen: LibraryType;
  onChoose: (type: LibraryType) => void;
  panelId: string;
}) {
  const { t } = useTranslation();
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const by =
      event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
        ? 1
        : event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
          ? -1
          : 0;
    const next = tabs[(tabs.findIndex(([type]) => type === chosen) + by + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    onChoose(next[0]);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className="library-tabs" role="tablist" aria-label={t('library-tabs')}>
      {tabs.map(([type, text]) => (
        <button
          key={type}
          type="button"
          role="tab"
          aria-selected={type === chosen}
          aria-controls={panelId}
          tabIndex={type === chosen ? 0 : -1}
          onKeyDown={onKey}
          onClick={() => onChoose(type)}
        >
          {t(text)}
        </button>
      ))}
    </div>
  );
}
