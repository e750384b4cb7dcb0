// The name says nothing about whose software this is. Storage is per origin, so sites do not meet.
export const sessionKey = 'session-token';

let memory: string | null = null;

/** The session's token; null for a guest and on the server. */
export const currentToken = (): string | null => memory;

/**
 * At the start of a page: the token that came with the HTML wins over the stored one. Without one in the HTML the
 * cookie is gone, so a stored token that is not expired still counts (ACC-18 to ACC-21).
 */
export function startSession(fromPage: string | null, now: number): string | null {
  const stored = read();
  memory = fromPage ?? (stored !== null && expiryOf(stored) > now ? stored : null);
  if (memory === null) write(null);
  else if (memory !== stored) write(memory);
  return memory;
}

export function keepToken(token: string): void {
  memory = token;
  write(token);
}

export function dropToken(): void {
  memory = null;
  write(null);
}

/** Milliseconds since 1970 of the token's `exp`; 0 for what is no token. */
export function expiryOf(token: string): number {
  try {
    const part = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(sessionKey);
  } catch {
    return null;
  }
}

function write(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(sessionKey);
    else localStorage.setItem(sessionKey, token);
  } catch {
    // Storage is closed in this browser: the session lives as long as the page.
  }
}
