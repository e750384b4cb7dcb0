// Per person, since two people may use one device; per origin by itself.
const keyOf = (userId: string): string => `last-event-${userId}`;

/** Number of the last event that this person has seen here; null for none, and where storage is closed. */
export function lastEventOf(userId: string): number | null {
  try {
    const kept = Number(localStorage.getItem(keyOf(userId)) ?? Number.NaN);
    return Number.isSafeInteger(kept) && kept >= 0 ? kept : null;
  } catch {
    return null;
  }
}

export function keepLastEvent(userId: string, id: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(id));
  } catch {
    // Missed events are told again after the next load.
  }
}
