import type { LibraryMedia } from '@backlot/contracts/library';
import type { InfiniteData } from '@tanstack/react-query';

export interface LibraryPage {
  readonly data: readonly LibraryMedia[];
  readonly totalRows: number;
  readonly next: string | null;
}
export type LibraryPages = InfiniteData<LibraryPage, string | null>;

/** MEDIA-29: what is new comes before the rest, what is known is as the server says now. Null when too much is new to tell. */
export function withHead(pages: LibraryPages, head: LibraryPage): LibraryPages | null {
  const [first, ...others] = pages.pages;
  if (!first) return null;
  const fresh = new Map(head.data.map((media) => [media._id, media]));
  const known = new Set(pages.pages.flatMap(({ data }) => data.map(({ _id }) => _id)));
  const added = head.data.filter(({ _id }) => !known.has(_id));
  if (added.length === head.data.length && added.length > 0 && known.size > 0) return null;
  const renew = (page: LibraryPage): LibraryPage => ({
    ...page,
    data: page.data.map((media) => fresh.get(media._id) ?? media),
    totalRows: head.totalRows,
  });
  return { ...pages, pages: [{ ...renew(first), data: [...added, ...renew(first).data] }, ...others.map(renew)] };
}

/** MEDIA-30: what was removed is dropped. */
export function without(pages: LibraryPages, ids: ReadonlySet<string>): LibraryPages {
  const gone = pages.pages.reduce((sum, { data }) => sum + data.filter(({ _id }) => ids.has(_id)).length, 0);
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.filter(({ _id }) => !ids.has(_id)),
      totalRows: page.totalRows - gone,
    })),
  };
}

export const patched = (pages: LibraryPages, id: string, change: Partial<LibraryMedia>): LibraryPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some(({ _id }) => _id === id)
      ? { ...page, data: page.data.map((media) => (media._id === id ? { ...media, ...change } : media)) }
      : page,
  ),
});
