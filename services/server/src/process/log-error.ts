import { DatabaseError } from '@backlot/database';

const awayCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P02', '57P03']);

/**
 * What a log line says of an error. Its own fields may quote a row or a body: its name, message and place are enough. Where
 * a service is away the place tells nothing, and every job and request would fill the log with it.
 */
export function logError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    code,
    ...(isAway(error, code) ? {} : { stack: error.stack }),
  };
}

/** Of a socket whose server is gone. */
const socketCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES']);

const isAway = (error: Error, code: unknown): boolean =>
  awayCodes.has(code) ||
  (socketCodes.has(code) && (error as { syscall?: unknown }).syscall === 'connect') ||
  (error instanceof DatabaseError && error.reason === 'unreachable');
