/** Built-in categories. They are no rows: a file is in 'all media' always, in 'preview' when it was sent there or shows a post. */
export const allMediaSlug = 'all media';
export const previewSlug = 'preview';
