/** The last page that a list may be asked for. */
export const maxPageNumber = 100_000;
