import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed } from '../../components/studio/list-states.tsx';
import { GridShapes } from './grid/grid-shapes.tsx';
import { LibraryGrid } from './grid/library-grid.tsx';
import { manageable, type Selection } from './grid/selection.ts';
import type { LibraryList } from './library-list.ts';
import type { Library } from './library-query.ts';

interface FoundMediaProps {
  readonly panelId: string;
  /** The category's name. */
  readonly label: string;
  readonly library: Library;
  readonly list: LibraryList;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onChooseFile: () => void;
  /** Everything is shown again. */
  readonly onReset: () => void;
}

/** What was found in the library, or why there is nothing to see. */
export function FoundMedia(props: FoundMediaProps) {
  const { panelId, label, library, list, selection, onSelection, openId, onOpen, onChooseFile, onReset } = props;
  const { t } = useTranslation();
  const isEmpty = !library.isLoading && !library.error && library.media.length === 0;
  return (
    <div id={panelId} role="tabpanel" aria-label={t('content-manager-title')} data-stale={library.isStale || undefined}>
      {library.error && library.media.length === 0 ? (
        <Failed error={library.error} onRetry={() => void library.refresh()} />
      ) : null}
      {library.isLoading ? <GridShapes /> : null}
      {isEmpty ? (
        <Empty
          icon={Images}
          text={list.search === '' ? t('library-empty') : t('library-none-found', { words: list.search })}
        >
          {list.search === '' && list.type === 'all' ? (
            <button type="button" className="btn" data-tone="primary" onClick={onChooseFile}>
              {t('btn-choose-file')}
            </button>
          ) : (
            <button type="button" className="btn" onClick={onReset}>
              {t('btn-reset')}
            </button>
          )}
        </Empty>
      ) : null}
      {library.media.length > 0 ? (
        <LibraryGrid
          label={label}
          media={library.media}
          total={library.total}
          selection={selection}
          onSelection={onSelection}
          choosing={manageable}
          onOpen={onOpen}
          openId={openId}
          scroller={null}
          onNearEnd={library.isMoreMissing ? () => {} : library.loadMore}
        />
      ) : null}
      {library.isLoadingMore ? (
        <GridShapes rows={1} />
      ) : library.isMoreMissing ? (
        <Failed error={library.error} onRetry={library.loadMore} />
      ) : null}
    </div>
  );
}
