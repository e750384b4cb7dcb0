/** What a statement meets where a column is not there yet: a site whose schema is of the version before. */
export const isUndefinedColumn = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42703';
