import type { Report, ReportWindow } from '../report.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import type { LockOutGuard } from './lock-out-guard.ts';
import { lineIn, readExtract } from './read-extract.ts';

/** CCBill answers one request an hour, and windows of a day. */
export const extractBounds = { pauseMs: 3_600_000, longestWindowMs: 86_400_000 };

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
    const text = await response.text();
    if (response.status !== 200) return { kind: 'unknown', cause: 'provider-error' };
    return readAnswer(text.trim(), account, guard);
  } catch (error) {
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
function readAnswer(text: string, account: CcbillAccount, guard: LockOutGuard): Report {
  if (text === '' || text === '1' || text === '"1"') return { kind: 'read', linesIn: () => [] };
  const error = /^"?Error:\s*(.*)/i.exec(text)?.[1] ?? /^"?(-\d+)"?$/.exec(text)?.[1];
  if (error === undefined) {
    const lines = readExtract(text, account);
    return lines === null
      ? { kind: 'unknown', cause: 'unreadable-answer' }
      : { kind: 'read', linesIn: (currency) => lines.map((line) => lineIn(line, currency)) };
  }
  const code = error.slice(0, 100);
  // Asked first: a login that is locked for an hour speaks of a wait as well.
  if (/^-\d|auth|login|password|denied|permission|address/i.test(error)) {
    guard.stop(code);
    return { kind: 'refused', code };
  }
  return /minute|hour|wait|too (soon|many|often)/i.test(error) ? { kind: 'too-soon' } : { kind: 'refused', code };
}

/** `YYYYMMDDHHMMSS` by CCBill's clock, seven hours behind all year. */
const mountainStamp = (time: Date): string =>
  new Date(time.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, '');
