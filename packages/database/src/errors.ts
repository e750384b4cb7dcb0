/** What went wrong with lending or using a connection; `reason` is for code, the message for people. */
export type DatabaseFault =
  | 'handle-closed'
  | 'handle-paused'
  | 'bad-table-name'
  | 'no-transaction'
  | 'savepoint-open'
  | 'transaction-aborted'
  | 'pool-exhausted'
  | 'pool-closed'
  | 'not-migrated'
  | 'unreachable';

export class DatabaseError extends Error {
  readonly reason: DatabaseFault;

  constructor(reason: DatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
    this.reason = reason;
  }
}
