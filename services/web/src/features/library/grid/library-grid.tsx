import type { LibraryMedia } from '@backlot/contracts/library';
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { stepOf } from './grid-window.ts';
import { useLibraryLabels } from '../library-labels.ts';
import { MediaTile, tileId } from './media-tile.tsx';
import { everything, extended, nothingSelected, toggled, type Choosing, type Selection } from './selection.ts';
import { gridGap, useGridWindow } from './use-grid-window.ts';

interface GridProps {
  readonly label: string;
  readonly media: readonly LibraryMedia[];
  readonly total: number;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly choosing: Choosing;
  /** Opens a file; null where a press always chooses. */
  readonly onOpen: ((id: string) => void) | null;
  readonly openId?: string | null;
  readonly taken?: readonly string[];
  readonly scroller: RefObject<HTMLElement | null> | null;
  readonly onNearEnd: () => void;
}

/**
 * Files as a list to choose from, of which only those in view are drawn. Arrows move, Space chooses, with Shift a
 * range, Ctrl A everything, Enter opens, Escape chooses none.
 */
export function LibraryGrid({
  label,
  media,
  total,
  selection,
  onSelection,
  choosing,
  onOpen,
  openId = null,
  taken = [],
  scroller,
  onNearEnd,
}: GridProps) {
  const { t } = useTranslation();
  const labels = useLibraryLabels();
  const grid = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const keysId = useId();
  const { columns, row, from, to } = useGridWindow({
    grid,
    scroller,
    count: media.length,
    isNarrowed: openId !== null,
    onNearEnd,
  });
  const stopAt = Math.max(
    0,
    media.findIndex(({ _id }) => _id === stop),
  );
  const shown = media.slice(from, to);

  const state = useRef({ media, selection, choosing, onSelection, onOpen });
  state.current = { media, selection, choosing, onSelection, onOpen };
  const choose = useCallback((id: string, isRange: boolean): void => {
    const now = state.current;
    const found = now.media.find(({ _id }) => _id === id);
    if (!found) return;
    now.onSelection(
      isRange ? extended(now.selection, now.media, id, now.choosing) : toggled(now.selection, found, now.choosing),
    );
  }, []);
  const onPress = useCallback(
    (id: string, event: MouseEvent<HTMLElement>, isOnBox: boolean): void => {
      const now = state.current;
      setStop(id);
      event.currentTarget.focus({ preventScroll: true });
      const isChoosing =
        isOnBox ||
        event.shiftKey ||
        event.ctrlKey ||
        event.metaKey ||
        now.onOpen === null ||
        now.selection.ids.length > 0;
      if (isChoosing) choose(id, event.shiftKey);
      else now.onOpen?.(id);
    },
    [choose],
  );

  const goTo = (at: number): void => {
    const id = media[at]?._id;
    if (id === undefined) return;
    wanted.current = id;
    setStop(id);
    bringIntoView(at);
  };
  // Rows that are not drawn yet have to be scrolled to before anything in them can have the focus.
  const bringIntoView = (at: number): void => {
    const box = scroller?.current ?? null;
    const top = (grid.current?.getBoundingClientRect().top ?? 0) + Math.floor(at / columns) * row;
    const [upper, lower] = [
      (box?.getBoundingClientRect().top ?? 0) + (box ? 8 : 140),
      box ? box.getBoundingClientRect().bottom - 8 : window.innerHeight - 96,
    ];
    const by = top < upper ? top - upper : top + row > lower ? top + row - lower : 0;
    if (by !== 0) (box ?? window).scrollBy({ top: by });
  };
  useLayoutEffect(() => {
    const tile = wanted.current === null ? null : document.getElementById(tileId(wanted.current));
    if (!tile) return;
    wanted.current = null;
    tile.focus({ preventScroll: true });
  });

  const onKey = (event: KeyboardEvent): void => {
    const current = media[stopAt];
    if (!current || event.altKey) return;
    const isMod = event.ctrlKey || event.metaKey;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = isMod ? null : stepOf(event.key, stopAt, { count: media.length, columns, isRtl });
    const done = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (next !== null) {
      done();
      const id = media[next]?._id;
      if (event.shiftKey && id !== undefined)
        onSelection(
          extended(selection.anchor === null ? { ...selection, anchor: current._id } : selection, media, id, choosing),
        );
      goTo(next);
    } else if (
      event.key === ' ' ||
      (event.key.toLowerCase() === 'x' && !isMod) ||
      (event.key === 'Enter' && onOpen === null)
    ) {
      done();
      choose(current._id, event.shiftKey);
    } else if (event.key === 'Enter') {
      done();
      onOpen?.(current._id);
    } else if (isMod && event.key.toLowerCase() === 'a') {
      done();
      onSelection(everything(media, choosing));
    } else if (event.key === 'Escape' && selection.ids.length > 0 && onOpen !== null) {
      done();
      onSelection(nothingSelected);
    }
  };

  const positions = new Map(selection.ids.map((id, index) => [id, index + 1]));
  const rows = Math.ceil(media.length / columns);
  return (
    <div
      ref={grid}
      className="library-grid"
      style={row === 0 ? undefined : { blockSize: `${Math.max(0, rows * row - gridGap)}px` }}
    >
      <p id={keysId} className="visually-hidden">
        {t(onOpen === null ? 'library-keys-picker' : 'library-keys')}
      </p>
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable={choosing.most > 1}
        aria-describedby={keysId}
        className="library-tiles"
        tabIndex={-1}
        onKeyDown={onKey}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          transform: `translateY(${Math.floor(from / columns) * row}px)`,
        }}
      >
        {shown.map((one, index) => (
          <MediaTile
            key={one._id}
            media={one}
            labels={labels}
            at={from + index}
            of={total}
            isSelected={positions.has(one._id)}
            order={onOpen === null && choosing.most > 1 ? (positions.get(one._id) ?? null) : null}
            canSelect={choosing.isOpen(one)}
            isTaken={taken.includes(one._id)}
            isOpen={openId === one._id}
            isStop={from + index === clamp(stopAt, from, to)}
            onPress={onPress}
          />
        ))}
      </div>
    </div>
  );
}

/** Tab must find the list also when the file that had the focus is scrolled away. */
const clamp = (at: number, from: number, to: number): number => (at >= from && at < to ? at : from);
