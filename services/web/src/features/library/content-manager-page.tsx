import { allMediaSlug, previewSlug } from '@backlot/domain/posts/built-in-categories';
import { ArrowLeft, ChevronLeft, RefreshCw, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { useAddress } from '../../components/studio/use-address.ts';
import { useKeys } from '../../lib/keys.ts';
import { useFormats } from '../../lib/site.tsx';
import { useUploadQueue } from '../../entities/upload/use-uploads.tsx';
import { CategoryColumn } from './category-column.tsx';
import { DropZone } from './drop-zone.tsx';
import { FoundMedia } from './found-media.tsx';
import { addressOf, readLibraryList } from './library-list.ts';
import { useLibrary, useLibraryCache, useMediaCategories } from './library-query.ts';
import { LibraryTasks, type LibraryTask } from './dialogs/library-tasks.tsx';
import { MediaPanel } from './panel/media-panel.tsx';
import { tileId } from './grid/media-tile.tsx';
import { SelectionBar } from './grid/selection-bar.tsx';
import { among, everything, manageable, nothingSelected, type Selection } from './grid/selection.ts';
import { TypeTabs } from './grid/type-tabs.tsx';
import { useLibraryEvents } from './use-library-events.ts';
import './library.css';

/** Everything that was uploaded for the site's content: sorted into categories, found, looked at, taken out. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [params, change] = useAddress();
  const list = readLibraryList(params);
  const library = useLibrary(list);
  const cache = useLibraryCache();
  const categories = useMediaCategories();
  const queue = useUploadQueue();
  const navigate = useNavigate();
  const menu = useStudioMenu();
  // MEDIA-51: to the reports; whoever may not open them goes to the first screen of the creator area.
  const backTo = menu.has(paths.reporting) ? paths.reporting : paths.studio;
  const pick = useRef<HTMLInputElement>(null);
  const panelId = useId();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [kept, setSelection] = useState<Selection>(nothingSelected);
  const [task, setTask] = useState<LibraryTask | null>(null);
  useLibraryEvents(library.media);
  useKeys({ u: () => pick.current?.click() });

  const selection = among(kept, library.media);
  const byId = (ids: readonly string[]) => ids.flatMap((id) => library.media.find(({ _id }) => _id === id) ?? []);
  const openId = params.get('item');
  const openAt = library.media.findIndex(({ _id }) => _id === openId);
  const open = library.media[openAt];
  const step = (by: number): (() => void) | null => {
    const to = library.media[openAt + by];
    return openAt < 0 || !to ? null : () => change({ item: to._id }, true);
  };
  const close = (): void => {
    change({ item: null }, true);
    if (openId !== null) requestAnimationFrame(() => document.getElementById(tileId(openId))?.focus());
  };
  const filter = (part: Record<string, string | null>): void => {
    setSelection(nothingSelected);
    change({ item: null, ...part });
  };
  const named = categories.data?.find(({ _id }) => _id === list.category);
  const upload = (files: readonly File[]): void => {
    const isOwn = named !== undefined && !named.is_built_in;
    queue.add(files, [], {
      category: 'media',
      mediaCategoryId: isOwn ? list.category : null,
      most: Infinity,
      isForPreview: list.category === previewSlug,
    });
    setChosen([]);
  };
  const total = (categories.data?.[0]?.photo_count ?? 0) + (categories.data?.[0]?.video_count ?? 0);
  return (
    <div className="library-page" data-step={list.isCategoryChosen ? 'media' : 'categories'}>
      <PageTop
        title={t('content-manager-title')}
        back={
          <SiteLink to={backTo} className="library-back-link" aria-label={t('btn-back')}>
            <ArrowLeft className="icon icon-flip" aria-hidden />
          </SiteLink>
        }
        summary={categories.data ? t('library-files', { count: total, n: number(total) }) : ''}
      >
        <button
          type="button"
          className="btn"
          data-square
          aria-label={t('library-refresh')}
          title={t('library-refresh')}
          onClick={() => {
            void library.refresh();
            cache.moved();
          }}
        >
          <RefreshCw className="icon" aria-hidden />
        </button>
        <button
          type="button"
          className="btn"
          data-tone="primary"
          aria-keyshortcuts="u"
          onClick={() => {
            if (!list.isCategoryChosen) change({ category: 'all' });
            pick.current?.click();
          }}
        >
          <Upload className="icon" aria-hidden />
          <span className="library-label">{t('library-upload')}</span>
          <kbd className="hide-phone" aria-hidden="true">
            U
          </kbd>
        </button>
      </PageTop>
      <div className="library-columns">
        <CategoryColumn
          categories={categories.data}
          failure={categories.failure}
          chosen={list.category}
          onChoose={(category) => filter({ category: addressOf(category) })}
          onAdd={() => setTask({ kind: 'add' })}
          onRename={(category) => setTask({ kind: 'rename', category })}
          onDelete={(category) => setTask({ kind: 'delete-category', category })}
        />
        <div className="with-panel library-media" data-open={open !== undefined || undefined}>
          <div className="library-body">
            <div className="library-step">
              <button
                type="button"
                className="btn"
                data-tone="ghost"
                data-square
                aria-label={t('library-back')}
                onClick={() => filter({ category: null })}
              >
                <ChevronLeft className="icon icon-flip" aria-hidden />
              </button>
              <h2 className="cut" dir="auto">
                {named?.name ?? t('category-all-media')}
              </h2>
            </div>
            <DropZone
              chosen={chosen}
              onChosen={setChosen}
              into={named && named.slug !== allMediaSlug ? named.name : null}
              onUpload={upload}
              pick={pick}
            />
            <div className="filter-row library-filters">
              <TypeTabs
                chosen={list.type}
                panelId={panelId}
                onChoose={(type) => filter({ type: type === 'all' ? null : type })}
              />
              <SearchBox label={t('library-search')} value={list.search} onSearch={(search) => filter({ search })} />
            </div>
            <FoundMedia
              panelId={panelId}
              label={named?.name ?? t('category-all-media')}
              library={library}
              list={list}
              selection={selection}
              onSelection={setSelection}
              openId={open?._id ?? null}
              onOpen={(item) => change({ item }, openId !== null)}
              onChooseFile={() => pick.current?.click()}
              onReset={() => filter({ search: null, type: null, category: 'all' })}
            />
          </div>
          {open ? (
            <MediaPanel
              key={open._id}
              media={open}
              onClose={close}
              onPrevious={step(-1)}
              onNext={step(1)}
              onAssign={() => setTask({ kind: 'assign', ids: [open._id] })}
              onDelete={() => setTask({ kind: 'delete', ids: [open._id] })}
            />
          ) : null}
        </div>
      </div>
      <SelectionBar
        selected={byId(selection.ids)}
        selectable={library.media.filter(manageable.isOpen).length}
        onSelectAll={() => setSelection(everything(library.media, manageable))}
        onAssign={() => setTask({ kind: 'assign', ids: selection.ids })}
        onPost={
          menu.has(paths.createPost)
            ? () => void navigate(paths.createPost, { state: { media: byId(selection.ids) } })
            : null
        }
        onDelete={() => setTask({ kind: 'delete', ids: selection.ids })}
        onClear={() => setSelection(nothingSelected)}
      />
      {task === null ? null : (
        <LibraryTasks
          task={task}
          media={library.media}
          categories={categories.data ?? []}
          active={list.category}
          onClose={() => setTask(null)}
          onFiles={() => {
            setTask(null);
            setSelection(nothingSelected);
          }}
          // MEDIA-32: what stood in a deleted category stands in 'All Media'.
          onCategory={(category) => {
            setTask(null);
            cache.moved();
            if (category !== undefined) filter({ category: addressOf(category), search: null, type: null });
          }}
        />
      )}
    </div>
  );
}
