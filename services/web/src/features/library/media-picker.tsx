import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { LibraryMedia } from '@backlot/contracts/library';
import { allMediaSlug } from '@backlot/domain/posts/built-in-categories';
import { ChevronLeft, CircleAlert, Images } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/kit/dialog.tsx';
import { DialogFoot } from '../../components/kit/dialog-foot.tsx';
import { Empty, Failed } from '../../components/studio/list-states.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import type { MediaPickerProps } from '../../entities/upload/picking-media.ts';
import { useFormats } from '../../lib/site.tsx';
import { CategoryColumn } from './category-column.tsx';
import { GridShapes } from './grid/grid-shapes.tsx';
import { LibraryGrid } from './grid/library-grid.tsx';
import { wholeLibrary, type LibraryList } from './library-list.ts';
import { useLibrary, useMediaCategories } from './library-query.ts';
import { nothingSelected, pickable, type Selection } from './grid/selection.ts';
import { TypeTabs } from './grid/type-tabs.tsx';
import { useLibraryEvents } from './use-library-events.ts';
import './library.css';

/** MEDIA-16: the library as a popup, for forms that take files from it. Nothing is uploaded or changed here (MEDIA-05). */
export function MediaPicker({ title, most, taken, onPick, onClose }: MediaPickerProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [list, setList] = useState<LibraryList>(wholeLibrary);
  const [isChoosingCategory, setChoosingCategory] = useState(false);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  // Also those that a later search no longer shows.
  const [picked, setPicked] = useState<ReadonlyMap<string, LibraryMedia>>(new Map());
  const library = useLibrary(list, { onlyReady: true });
  const categories = useMediaCategories();
  const body = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useLibraryEvents(library.media);
  const choose = (next: Selection): void => {
    setSelection(next);
    setPicked(
      (before) =>
        new Map(
          next.ids.flatMap((id) => {
            const media = library.media.find(({ _id }) => _id === id) ?? before.get(id);
            return media ? [[id, media] as const] : [];
          }),
        ),
    );
  };
  const show = (part: Partial<LibraryList>): void => {
    setList({ ...list, ...part });
    setChoosingCategory(false);
    body.current?.scrollTo(0, 0);
  };
  const named = categories.data?.find(({ _id }) => _id === list.category);
  const chosen = selection.ids.flatMap((id) => picked.get(id) ?? []);
  const sold = chosen.filter(({ is_sold: isSold }) => isSold).length;
  const isEmpty = !library.isLoading && !library.error && library.media.length === 0;
  return (
    <Dialog
      title={t(title)}
      onClose={onClose}
      shape="full"
      className="library-picker"
      actions={
        <>
          <p className="library-picked" role="status">
            <span>
              {t('library-selected', { count: chosen.length })}
              {Number.isFinite(most) ? (
                <small className="muted">{t('library-pick-full', { count: most })}</small>
              ) : null}
            </span>
            {sold > 0 ? (
              <span className="library-sold">
                <CircleAlert className="icon" aria-hidden />
                {t('library-pick-sold', { count: sold })}
              </span>
            ) : null}
          </p>
          <DialogFoot onCancel={onClose} disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {t('btn-select')}
            {chosen.length > 1 ? ` (${number(chosen.length)})` : ''}
          </DialogFoot>
        </>
      }
    >
      <div className="library-columns" data-step={isChoosingCategory ? 'categories' : 'media'}>
        <CategoryColumn
          categories={categories.data}
          failure={categories.failure}
          chosen={list.category}
          onChoose={(category) => show({ category })}
        />
        <div ref={body} className="library-body">
          <div className="library-step">
            <IconButton size="medium" aria-label={t('library-back')} onClick={() => setChoosingCategory(true)}>
              <ChevronLeft className="icon icon-flip" aria-hidden />
            </IconButton>
            <h3 className="cut" dir="auto">
              {named?.name ?? t('category-all-media')}
            </h3>
          </div>
          <div className="filter-row library-filters">
            <TypeTabs chosen={list.type} panelId={panelId} onChoose={(type) => show({ type })} />
            <SearchBox label={t('library-search')} value={list.search} onSearch={(search) => show({ search })} />
          </div>
          <div id={panelId} role="tabpanel" aria-label={t(title)} data-stale={library.isStale || undefined}>
            {library.error && library.media.length === 0 ? (
              <Failed error={library.error} onRetry={() => void library.refresh()} />
            ) : null}
            {library.isLoading ? <GridShapes /> : null}
            {isEmpty ? (
              <Empty
                icon={Images}
                text={list.search === '' ? t('library-empty') : t('library-none-found', { words: list.search })}
              >
                {list.search !== '' || list.type !== 'all' || list.category !== allMediaSlug ? (
                  <Button onClick={() => show(wholeLibrary)}>{t('btn-reset')}</Button>
                ) : null}
              </Empty>
            ) : null}
            {library.media.length > 0 ? (
              <LibraryGrid
                label={named?.name ?? t('category-all-media')}
                media={library.media}
                total={library.total}
                selection={selection}
                onSelection={choose}
                choosing={pickable(most, taken)}
                onOpen={null}
                taken={taken}
                scroller={body}
                onNearEnd={library.isMoreMissing ? () => {} : library.loadMore}
              />
            ) : null}
            {library.isMoreMissing ? <Failed error={library.error} onRetry={library.loadMore} /> : null}
          </div>
        </div>
      </div>
    </Dialog>
  );
}
