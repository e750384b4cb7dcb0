import { readdirSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

export interface BrowserSeconds {
  /** Ends the count. Processor seconds of the browsers' processes so far; 0 where the system has no `/proc`. */
  end(): number;
}

/** Ticks in which `/proc` counts, a second: the same on every Linux that runs a browser. */
const ticksASecond = 100;

/**
 * Counts what the processes of a browser take that were started below this one. A browser leaves without waiting for the
 * processes that draw its pages, so what they took is in nobody's `times`: more than half of a journey.
 */
export function countBrowserSeconds(everyMs = 500): BrowserSeconds {
  // Numbers of processes are used again: one is known by its number and its start.
  const ticks = new Map<string, number>();
  const isBrowsers = new Map<string, boolean>();
  const look = (): void => {
    for (const pid of processes()) {
      const stat = readStat(pid);
      if (stat === null) continue;
      const name = `${pid} ${stat.start}`;
      let isOurs = isBrowsers.get(name);
      if (isOurs === undefined) isBrowsers.set(name, (isOurs = isPartOfBrowser(pid) && isBelow(pid)));
      if (isOurs) ticks.set(name, stat.ticks);
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
