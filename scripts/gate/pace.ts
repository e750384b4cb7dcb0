import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

export interface Pace {
  /** Ends the samples. Processor milliseconds that one took, as the median of all; null where none was taken. */
  end(): number | null;
}

const samplesKept = 2_000;

/**
 * Measures what a fixed piece of work takes of a processor while the steps run beside it. Processor seconds are not the
 * same everywhere: the same gate takes almost twice as many on a machine whose cores are shared with others. The
 * budget's figures are compared with the pace of the machine on which they were read.
 */
export function measurePace(everyMs = 5_000, sample: () => unknown = work, processorMs = ownProcessorMs): Pace {
  const taken: number[] = [];
  // What is compiled while it runs tells of the compiler.
  for (let round = 0; round < 5; round++) sample();
  const take = () => {
    const before = processorMs();
    sample();
    if (taken.length < samplesKept) taken.push(processorMs() - before);
  };
  const timer = setInterval(take, everyMs).unref();
  return {
    end: () => {
      clearInterval(timer);
      return taken.length === 0 ? null : taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)]!;
    },
  };
}

function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Some twenty milliseconds of what the steps do most: objects made, sorted, written and read, bytes hashed, the system asked. */
function work(): number {
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    id: `${(index * 7_919) % 6_000}`,
    name: `row ${index}`,
    tags: [index % 7, index % 11],
  }));
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const text = JSON.stringify(sorted);
  const read = JSON.parse(text) as typeof rows;
  const byName = new Map(read.map((row) => [row.name, row]));
  const digest = createHash('sha256').update(text).digest();
  let seen = 0;
  for (let round = 0; round < 100; round++) {
    if (existsSync(import.meta.filename)) seen += readFileSync(import.meta.filename).length;
  }
  return byName.size + digest.length + seen;
}
