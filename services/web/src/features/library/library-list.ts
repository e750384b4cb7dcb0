import { allMediaSlug, previewSlug } from '@backlot/domain/posts/built-in-categories';

const types = ['all', 'image', 'video'] as const;
export type LibraryType = (typeof types)[number];

/** What is shown of the library. `category`: an id, or the slug of a built-in one. */
export interface LibraryList {
  readonly category: string;
  readonly type: LibraryType;
  readonly search: string;
}

/** MEDIA-33: everything there is. */
export const wholeLibrary: LibraryList = { category: allMediaSlug, type: 'all', search: '' };

const inAddress = { [allMediaSlug]: 'all', [previewSlug]: 'preview' } as const;
/** How a category is written in the address. */
export const addressOf = (category: string): string => inAddress[category as keyof typeof inAddress] ?? category;

/** The list as the address says: `?category=&type=&search=`. On narrow screens no category means that one is chosen first. */
export function readLibraryList(params: URLSearchParams): LibraryList & { readonly isCategoryChosen: boolean } {
  const named = params.get('category');
  const builtIn = Object.entries(inAddress).find(([, name]) => name === named)?.[0];
  return {
    category: builtIn ?? (named !== null && /^[0-9a-f-]{36}$/i.test(named) ? named : allMediaSlug),
    type: types.find((one) => one === params.get('type')) ?? 'all',
    search: params.get('search') ?? '',
    isCategoryChosen: named !== null,
  };
}
