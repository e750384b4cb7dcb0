import type { Report, ReportWindow } from '../report.ts';
import type { CcbillAccount } from './account.ts';
import { boundedLines, TooLong } from './bounded-lines.ts';
import type { CcbillHosts } from './hosts.ts';
import type { LockOutGuard } from './lock-out-guard.ts';
import { lineIn, readExtract } from './read-extract.ts';

/** CCBill answers one request an hour, and windows of a day. */
export const extractBounds = { pauseMs: 3_600_000, longestWindowMs: 86_400_000 };

/** Some thirty thousand lines. What a day brings beyond that is read by nobody, and staff are told. */
const extent = { mostBytes: 8 * 1024 * 1024, mostLineLength: 16_384 };

const types = 'NEW,REBILL,REFUND,CHARGEBACK,EXPIRE,VOID,CANCELLATION';

/** DataLink's extract of a subaccount. What it answers instead of lines begins with `Error:`; with none it says `1`. */
export async function askExtract(
  { hosts, account, timeLimitMs, guard }: ExtractSource,
  { from, to }: ReportWindow,
): Promise<Report> {
  const stoppedBy = guard.stoppedBy();
  if (stoppedBy !== null) return { kind: 'refused', code: stoppedBy };
  const form = new URLSearchParams({
    startTime: mountainStamp(from),
    endTime: mountainStamp(to),
    transactionTypes: types,
    clientAccnum: account.account,
    clientSubacc: account.subAccount,
    username: account.dataLinkUser,
    password: account.dataLinkPassword,
  });
  try {
    const response = await fetch(new URL('/data/main.cgi', hosts.dataLink), {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return { kind: 'unknown', cause: 'provider-error' };
    }
    return await readAnswer(boundedLines(response.body, extent), account, guard);
  } catch (error) {
    if (error instanceof TooLong) return { kind: 'unknown', cause: 'too-long' };
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'unknown', cause: isLate ? 'timeout' : 'connection' };
  }
}

export interface ExtractSource {
  readonly hosts: CcbillHosts;
  readonly account: CcbillAccount;
  readonly timeLimitMs: number;
  readonly guard: LockOutGuard;
}

/** The wording of errors is not published: what speaks of a wait is the limit, what speaks of a login stops all of DataLink. */
async function readAnswer(
  written: AsyncGenerator<string>,
  account: CcbillAccount,
  guard: LockOutGuard,
): Promise<Report> {
  const text = await nextWritten(written);
  if (text === null) return { kind: 'read', linesIn: () => [] };
  const isNone = (text === '1' || text === '"1"') && (await nextWritten(written)) === null;
  if (isNone) return { kind: 'read', linesIn: () => [] };
  const error = /^"?Error:\s*(.*)/i.exec(text)?.[1] ?? /^"?(-\d+)"?$/.exec(text)?.[1];
  if (error === undefined) {
    const lines = await readExtract(startingWith(text, written), account);
    return lines === null
      ? { kind: 'unknown', cause: 'unreadable-answer' }
      : { kind: 'read', linesIn: (currency) => lines.map((line) => lineIn(line, currency)) };
  }
  await written.return(undefined);
  const code = error.slice(0, 100);
  // Asked first: a login that is locked for an hour speaks of a wait as well.
  if (/^-\d|auth|login|password|denied|permission|address/i.test(error)) {
    guard.stop(code);
    return { kind: 'refused', code };
  }
  return /minute|hour|wait|too (soon|many|often)/i.test(error) ? { kind: 'too-soon' } : { kind: 'refused', code };
}

/** The next line with something on it; null at the end. */
async function nextWritten(lines: AsyncGenerator<string>): Promise<string | null> {
  for (let next = await lines.next(); !next.done; next = await lines.next())
    if (next.value.trim() !== '') return next.value.trim();
  return null;
}

async function* startingWith(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

/** `YYYYMMDDHHMMSS` by CCBill's clock, seven hours behind all year. */
const mountainStamp = (time: Date): string =>
  new Date(time.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, '');
