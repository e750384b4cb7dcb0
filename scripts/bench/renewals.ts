import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { result, type BenchResult } from './result.ts';

/** What a process of its own says of so many memberships that are due at once. */
export interface RenewalsSeen {
  /** The most memory that it held while they were handed out and some were renewed, in bytes. */
  readonly peakBytes: number;
  /** Memberships handed to the queue a second. */
  readonly handedOut: number;
  /** Memberships charged and renewed a second. */
  readonly renewed: number;
}

const few = 10_000;
const many = 100_000;

/** Memberships that are all due in the same minute: memory must not grow with them. */
export async function benchRenewals(): Promise<BenchResult[]> {
  const [small, large] = [await see(few), await see(many)];
  return [
    result(`memory at ${many} due memberships against ${few}`, large.peakBytes / small.peakBytes, '×', '<=', 1.2),
    result('due memberships handed to the queue', large.handedOut, 'a second', '>=', 1_000),
    result('memberships charged and renewed', large.renewed, 'a second', '>=', 5),
  ];
}

/** A process each: what the first one held would hide what the second one needs. */
async function see(memberships: number): Promise<RenewalsSeen> {
  const script = join(import.meta.dirname, 'renewals-of.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, `${memberships}`]);
  return JSON.parse(stdout) as RenewalsSeen;
}
