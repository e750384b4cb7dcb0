import type { Logger } from 'pino';
import { socketOfRequest, logFields } from './log-fields.ts';

/** What a process exits with that wants to be replaced by a fresh one (EX_TEMPFAIL of sysexits.h). */
export const REPLACE_ME = 75;

export interface GuardOptions {
  readonly log: Pick<Logger, 'fatal' | 'error'>;
  /** Lets what is under way finish, closes everything and exits with the code. */
  readonly replace: (code: typeof REPLACE_ME) => unknown;
}

/**
 * What no code handled leaves the process in a state that nobody knows. It is logged with the request or job that it
 * belongs to, whose own connection is cut; the others are answered, and the process asks for its replacement.
 * Answers how to take the guard off again.
 */
export function guardProcess({ log, replace }: GuardOptions): () => void {
  let isReplaced = false;
  const escape = (error: unknown, kind: 'exception' | 'rejection'): void => {
    const found = { err: error, kind, ...logFields() };
    // One that follows from the first must not hurry the others.
    if (isReplaced) return log.error(found, 'another error escaped while the process drains');
    isReplaced = true;
    log.fatal(found, 'an error escaped: the process drains and is replaced');
    socketOfRequest()?.destroy();
    replace(REPLACE_ME);
  };
  const onException = (error: unknown): void => escape(error, 'exception');
  const onRejection = (error: unknown): void => escape(error, 'rejection');
  process.on('uncaughtException', onException).on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException).off('unhandledRejection', onRejection);
  };
}
