import { sql } from '@backlot/database/sql';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryFigures } from '../../../memory/memories.ts';
import type { OperationsDependencies } from '../operations.ts';
import { queueState } from '../platform-status.ts';
import { loopDelays } from './loop-delay.ts';
import type { Metric, Sample } from './metrics-text.ts';

/** Milliseconds that the queue is waited for: when the database hangs, the other figures are wanted most. */
const asksForMs = 2_000;
/** Failed jobs that are counted. */
const mostFailed = 1_000;

/** The figures of this process. Nothing is counted by site, person or address: their number has a bound however many come. */
export async function collectMetrics(dependencies: OperationsDependencies): Promise<Metric[]> {
  const queue = await queueFigures(dependencies);
  return [
    ...memoryMetrics(),
    ...requestMetrics(dependencies),
    ...databaseMetrics(dependencies, queue),
    ...lineMetrics(dependencies),
    ...processMetrics(),
  ];
}

const one = (name: string, help: string, value: number | null, type: Metric['type'] = 'gauge'): Metric => ({
  name,
  help,
  type,
  samples: value === null ? [] : [{ value }],
});

function memoryMetrics(): Metric[] {
  const figures = memoryFigures();
  const by = (
    name: string,
    help: string,
    type: Metric['type'],
    valueOf: (figure: (typeof figures)[number]) => number | null,
  ): Metric => ({
    name: `backlot_cache_${name}`,
    help,
    type,
    samples: figures.flatMap((figure): Sample[] => {
      const value = valueOf(figure);
      return value === null ? [] : [{ value, labels: { cache: figure.name } }];
    }),
  });
  return [
    by('hits_total', 'Asked and answered from memory.', 'counter', ({ hits }) => hits),
    by('misses_total', 'Asked and not known, or too old to be believed.', 'counter', ({ misses }) => misses),
    by('evictions_total', 'Entries put out to make room.', 'counter', ({ evictions }) => evictions),
    by('entries', 'Entries that are held.', 'gauge', ({ entries }) => entries),
    by('bytes', 'Bytes that are held, where the bound is one of bytes.', 'gauge', ({ bytes }) => bytes),
  ];
}

const requestMetrics = ({ requests }: OperationsDependencies): Metric[] => [
  {
    name: 'backlot_requests_total',
    help: 'Requests answered, by what was asked for and class of status. 499, a client that went away, is in 4xx.',
    type: 'counter',
    samples: requests.figures().map(({ kind, status, requests: value }) => ({ value, labels: { kind, status } })),
  },
];

interface QueueFigures {
  readonly due: number;
  readonly waitingS: number;
  readonly failed: number;
}

/** Null: the database did not answer. */
async function queueFigures({ ctx }: OperationsDependencies): Promise<QueueFigures | null> {
  const asked = ctx.database.shared.read(async (db) => {
    const state = await queueState(db);
    const { failed } = await sql<{
      failed: string;
    }>`select count(*) as failed from shared.failed_jobs(${mostFailed})`.one(db);
    return { ...state, failed: Number(failed) };
  });
  return Promise.race([asked.catch(() => null), sleep(asksForMs, null, { ref: false })]);
}

function databaseMetrics({ ctx, registry }: OperationsDependencies, queue: QueueFigures | null): Metric[] {
  const { size, open, busy, waiting } = ctx.database.poolStats();
  return [
    one('backlot_database_up', 'Whether the database answered within two seconds.', Number(queue !== null)),
    one('backlot_database_connections_max', 'Connections that the pool may open.', size),
    one('backlot_database_connections_open', 'Connections that are open.', open),
    one('backlot_database_connections_busy', 'Connections that are lent.', busy),
    one('backlot_database_waiting', 'Units of work that wait for a connection.', waiting),
    one('backlot_jobs_due', 'Jobs of all processes that could run now and wait for a worker.', queue?.due ?? null),
    one('backlot_jobs_oldest_seconds', 'For how long the first of them has waited.', queue?.waitingS ?? null),
    one('backlot_jobs_failed', `Jobs that gave up, ${mostFailed} at most.`, queue?.failed ?? null),
    one('backlot_sites', 'Sites that this process knows.', registry.all().length),
  ];
}

const lineMetrics = ({ ctx, realtime }: OperationsDependencies): Metric[] => [
  one('backlot_sockets_open', 'Sockets that have authenticated and are open.', realtime.connections()),
  one(
    'backlot_news_line_up',
    'Whether the line on which the database tells of changes has answered within a second.',
    Number(ctx.database.news.unbroken() !== null),
  ),
  one('backlot_bus_up', 'Whether messages to other processes arrive.', Number(ctx.bus.state().isConnected)),
];

const processMetrics = (): Metric[] => [
  {
    name: 'backlot_event_loop_delay_seconds',
    help: 'How late timers of 20 ms came since this was last asked for; 1 is the latest.',
    type: 'gauge',
    samples: loopDelays().map(({ quantile, seconds }) => ({ value: seconds, labels: { quantile: String(quantile) } })),
  },
  one('process_resident_memory_bytes', 'Memory that the system has given the process.', process.memoryUsage.rss()),
  one(
    'process_cpu_seconds_total',
    'Processor time of the process.',
    process.resourceUsage().userCPUTime / 1e6 + process.resourceUsage().systemCPUTime / 1e6,
    'counter',
  ),
  one('process_start_time_seconds', 'When the process began.', Math.round(performance.timeOrigin) / 1_000),
];
