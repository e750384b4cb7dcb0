/** What this browser keeps for itself. Where it keeps nothing, everything is as on a first visit. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Asked again next time.
  }
}
