/** What connects the processes of a deployment, and whether it does now. */
export interface BusState {
  readonly over: 'memory' | 'database' | 'redis';
  readonly isConnected: boolean;
}

/**
 * Messages between the processes of one deployment. What is sent while the line is away reaches this process alone and
 * is lost for the others: rows are the truth, and whoever needs every message reads them.
 */
export interface Bus {
  /** To all subscribers of a channel in every process, this one's at once. Never throws and never waits. */
  publish(channel: string, message: string): void;
  /**
   * Messages of one process come in the order in which it sent them.
   * @param onReturn the line was away and is back: messages may have been lost
   * @returns ends the subscription
   */
  subscribe(channel: string, onMessage: (message: string) => void, onReturn?: () => void): () => void;
  state(): BusState;
  close(): Promise<void>;
}
