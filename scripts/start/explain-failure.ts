import { OperatorError } from '@backlot/server/process/operator-error';

import { PlainFailure } from '../bootstrap/progress.mjs';

/** A failure as a sentence that says what to do, where it is one that a person can mend; any other as it is. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof PlainFailure) return error;
  if (error instanceof OperatorError) return new PlainFailure(error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS') && path) {
    return new PlainFailure(
      `${path} can't be ${code === 'EROFS' ? 'written: its file system is read-only' : `used by this user (${code})`}. Give it to the user who starts this, or choose another data folder: DATA_DIR=/some/folder npm start`,
    );
  }
  if (code === 'ENOSPC') return new PlainFailure('The disk is full. Free some space and start again.');
  return error;
}
