import type { LibraryMedia } from '@backlot/contracts/library';

/** Chosen files in the order in which they were chosen, and where a range begins. */
export interface Selection {
  readonly ids: readonly string[];
  readonly anchor: string | null;
}
export const nothingSelected: Selection = { ids: [], anchor: null };

export interface Choosing {
  /** At most so many; one takes the place of the other where it is one. */
  readonly most: number;
  /** MEDIA-26: nothing that is processing; a picker takes only what is ready and not taken. */
  readonly isOpen: (media: LibraryMedia) => boolean;
}

/** MEDIA-26, MEDIA-27: what may be selected on the library's own page. */
export const manageable: Choosing = { most: Infinity, isOpen: ({ state }) => state !== 'processing' };
export const pickable = (most: number, taken: readonly string[]): Choosing => ({
  most,
  isOpen: ({ _id, state }) => state === 'ready' && !taken.includes(_id),
});

/** Chooses a file or leaves it out. */
export function toggled({ ids }: Selection, media: LibraryMedia, { most, isOpen }: Choosing): Selection {
  const { _id: id } = media;
  if (ids.includes(id)) return { ids: ids.filter((one) => one !== id), anchor: id };
  if (!isOpen(media)) return { ids, anchor: id };
  if (most === 1) return { ids: [id], anchor: id };
  return ids.length >= most ? { ids, anchor: id } : { ids: [...ids, id], anchor: id };
}

/** Everything from where the range began to here, beside what was chosen before. */
export function extended(
  selection: Selection,
  shown: readonly LibraryMedia[],
  id: string,
  { most, isOpen }: Choosing,
): Selection {
  const to = shown.findIndex((media) => media._id === id);
  const from = Math.max(
    0,
    shown.findIndex((media) => media._id === (selection.anchor ?? id)),
  );
  if (to < 0 || most === 1) return selection;
  const between = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  const range = (from <= to ? between : between.toReversed()).filter(isOpen).map(({ _id }) => _id);
  return { ids: [...new Set([...selection.ids, ...range])].slice(0, most), anchor: selection.anchor ?? id };
}

/** Everything that is on the page so far. */
export const everything = (shown: readonly LibraryMedia[], { most, isOpen }: Choosing): Selection => ({
  ids: shown
    .filter(isOpen)
    .map(({ _id }) => _id)
    .slice(0, most),
  anchor: null,
});

/** What is gone from the list can't stay selected. */
export function among(selection: Selection, shown: readonly LibraryMedia[]): Selection {
  const here = new Set(shown.map(({ _id }) => _id));
  return selection.ids.every((id) => here.has(id))
    ? selection
    : { ...selection, ids: selection.ids.filter((id) => here.has(id)) };
}

/** MEDIA-10: something is selected and nothing of it has failed. */
export const canAssign = (selected: readonly LibraryMedia[]): boolean =>
  selected.length > 0 && selected.every(({ state }) => state === 'ready');
