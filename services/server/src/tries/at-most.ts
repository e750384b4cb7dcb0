/**
 * A bound on the entries of a memory that grows as it is filled. With `max` it would hold room for all of them from the
 * start: megabytes, most of which no site ever fills, and a good part of what it takes to open a server.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const;
