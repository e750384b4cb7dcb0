import type { SharedDb } from '../units/face.ts';
import type { Database } from '../open-database.ts';
import type { StreamEvent } from '../shared-functions.ts';
import type { TenantId } from '../tenant-id.ts';

export interface NumberedEvent extends StreamEvent {
  tenantId: TenantId;
  recipient: string;
}

/**
 * Numbers committed events and tells channel `outbox` of each stream that grew.
 * Returns nothing when there is nothing, or when another process is at it.
 */
export async function relayOutbox(db: SharedDb, maxRows = 1_000): Promise<NumberedEvent[]> {
  const { rows } = await db.raw<{ rows: NumberedEvent[] }>(
    'select tenant_id as "tenantId", recipient, seq, event, data, created_at as "createdAt" from shared.relay_outbox(?)',
    [maxRows],
  );
  return rows;
}

/** Forgets the oldest of the events that were written before the given instant and numbered; answers how many. */
export async function purgeOutbox(db: SharedDb, before: Date, most = 10_000): Promise<number> {
  const oldest = db('outbox')
    .whereNotNull('seq')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(most)
    .select('id');
  return db('outbox').whereIn('id', oldest).delete();
}

export interface RelayOptions {
  /** Events this process numbered, after their transaction; others hear of theirs by channel `outbox`. */
  onNumbered?: (events: NumberedEvent[]) => void;
  onError?: (error: unknown) => void;
  /** Milliseconds between looks when nobody told us of an event. */
  pollMs?: number;
}

export interface OutboxRelay {
  stop(): Promise<void>;
}

const BATCH = 1_000;

/** Relays at every commit that wrote an event, and now and then, until stopped. Any number of processes may run it. */
export async function startOutboxRelay(
  database: Database,
  { onNumbered, onError, pollMs = 1_000 }: RelayOptions = {},
): Promise<OutboxRelay> {
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const events = await database.shared.write((db) => relayOutbox(db, BATCH));
      if (events.length > 0) onNumbered?.(events);
      if (events.length === BATCH) wanted = true;
    }
  }

  function wake(): void {
    wanted = true;
    if (stopped || running !== null) return;
    running = drain()
      .catch((error) => onError?.(error))
      .finally(() => {
        running = null;
        if (wanted && !stopped) setImmediate(wake);
      });
  }

  const unlisten = await database.listen('outbox_pending', wake, { onReconnect: wake });
  const timer = setInterval(wake, pollMs);
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await unlisten();
      await running;
    },
  };
}
