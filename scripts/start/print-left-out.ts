import { OperatorError } from '@backlot/server/process/operator-error';

/** One site that could not be brought up to date, and why; the others are. A bug shows its place. */
export function printLeftOut(name: string, error: unknown): void {
  console.error(
    `\n  ! ${name} stays as it was: ${error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)}`,
  );
}
