/** What a query meets where the table is not there yet: a site whose schema is of the version before. */
export const isUndefinedTable = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42P01';
