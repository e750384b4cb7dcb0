/** Number of an event, and when it was seen here, in milliseconds as `Date.now()` tells them. */
type Seen = readonly [id: number, at: number];

// Per person, since two people may use one device; per origin by itself.
const keyOf = (userId: string): string => `last-event-${userId}`;

/** More than come while a page is fetched; a few kilobytes at most. */
const mostKept = 50;

/**
 * Number of the last event that this person had seen here at a time, in milliseconds; null for none, and where storage is
 * closed. `since`: when this page was asked for. What the page before it or another tab has heard since then may not be in
 * what the server wrote into this one: it is to be told again.
 */
export function lastEventOf(userId: string, since: number): number | null {
  const seen = read(userId);
  return (seen.findLast(([, at]) => at <= since) ?? seen[0])?.[0] ?? null;
}

export function keepLastEvent(userId: string, id: number): void {
  const seen = [...read(userId), [id, Date.now()] as const];
  try {
    // The oldest stays: an earlier number only tells something twice.
    const kept = seen.length > mostKept ? [seen[0], ...seen.slice(2)] : seen;
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    // Missed events are told again after the next load.
  }
}

/** What was seen, oldest first. */
function read(userId: string): readonly Seen[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as unknown;
    // A number alone was written by the release before.
    const seen = typeof kept === 'number' ? [[kept, 0]] : Array.isArray(kept) ? kept : [];
    return seen.filter(isSeen);
  } catch {
    return [];
  }
}

const isSeen = (entry: unknown): entry is Seen =>
  Array.isArray(entry) && Number.isSafeInteger(entry[0]) && entry[0] >= 0 && typeof entry[1] === 'number';
