import { readdirSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

export interface BrowserSeconds {
  /** Ends the count. Processor seconds of the browsers' processes so far; 0 where the system has no `/proc`. */
  end(): number;
}

/** Ticks in which `/proc` counts, a second: the same on every Linux that runs a browser. */
const ticksASecond = 100;

/** A number that was another program's may be a browser's after so many looks. */
const looksAtOthers = 30;

/**
 * Counts what the processes of a browser take that were started below this one. A browser leaves without waiting for the
 * processes that draw its pages, so what they took is in nobody's `times`: more than half of a journey.
 */
export function countBrowserSeconds(everyMs = 1_000): BrowserSeconds {
  // Numbers of processes are used again: one that is counted is known by its number and its start.
  const ticks = new Map<string, number>();
  const others = new Set<string>();
  let looks = 0;
  const look = (): void => {
    // To read of every process each time would take more than many of them.
    if ((looks += 1) % looksAtOthers === 0) others.clear();
    for (const pid of processes()) {
      if (others.has(pid)) continue;
      const stat = isPartOfBrowser(pid) && isBelow(pid) ? readStat(pid) : null;
      if (stat === null) others.add(pid);
      else ticks.set(`${pid} ${stat.start}`, stat.ticks);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    end() {
      clearInterval(timer);
      return [...ticks.values()].reduce((sum, one) => sum + one, 0) / ticksASecond;
    },
  };
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended since the folder was read.
    return '';
  }
};

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fields of `stat` behind the name, which may hold anything: parent, ticks in user and system mode, start. */
function readStat(pid: string): { parent: string; ticks: number; start: string } | null {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, start] = [fields[1], fields[11], fields[12], fields[19]];
  return parent === undefined || start === undefined ? null : { parent, ticks: Number(user) + Number(system), start };
}

/** Chromium's own processes have a type; the first one, for which somebody waits, has none. */
const isPartOfBrowser = (pid: string): boolean => read(`/proc/${pid}/cmdline`).includes('--type=');

function isBelow(pid: string): boolean {
  for (let at = pid; at !== '0'; at = readStat(at)?.parent ?? '0') if (at === String(process.pid)) return true;
  return false;
}
