import type { Unknown } from '../outcomes.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import type { LockOutGuard } from './lock-out-guard.ts';
import { readResults, readStatus, type Status } from './read-data-link.ts';

export type DataLinkAction = 'cancelSubscription' | 'voidOrRefundTransaction';

export type DataLinkResult = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly code: string } | Unknown;

/** How a subscription stands; `absent` is CCBill's own word for an id that this account does not have. */
export type StatusResult =
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'absent' }
  | Extract<DataLinkResult, { kind: 'refused' }>
  | Unknown;

export interface DataLink {
  act(action: DataLinkAction, subscriptionId: string, amount?: string): Promise<DataLinkResult>;
  status(subscriptionId: string): Promise<StatusResult>;
}

/** Codes after which asking again makes it worse. */
const stops: ReadonlySet<string> = new Set(['-8', '-9', '-10', '-12']);

/** Subscription management. Nothing throws for trouble on the way; every call ends within the limit. */
export function openDataLink(
  hosts: CcbillHosts,
  account: CcbillAccount,
  timeLimitMs: number,
  guard: LockOutGuard,
): DataLink {
  const ask = async (params: Readonly<Record<string, string>>): Promise<string | DataLinkResult> => {
    const code = guard.stoppedBy();
    if (code !== null) return { kind: 'refused', code };
    const url = new URL('/utils/subscriptionManagement.cgi', hosts.dataLink);
    const form = new URLSearchParams({
      clientAccnum: account.account,
      usingSubacc: account.subAccount,
      username: account.dataLinkUser,
      password: account.dataLinkPassword,
      returnXML: '1',
      ...params,
    });
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
      const text = await response.text();
      return response.status === 200 ? text : { kind: 'unknown', cause: 'provider-error' };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return { kind: 'unknown', cause: isLate ? 'timeout' : 'connection' };
    }
  };

  const coded = (text: string): DataLinkResult => {
    const code = readResults(text);
    if (code === null) return { kind: 'unknown', cause: 'unreadable-answer' };
    if (code === '1') return { kind: 'done' };
    if (stops.has(code)) guard.stop(code);
    // Internal error: it may have been done.
    return code === '-7' ? { kind: 'unknown', cause: 'provider-error' } : { kind: 'refused', code };
  };

  return {
    async act(action, subscriptionId, amount) {
      const text = await ask({ action, subscriptionId, ...(amount === undefined ? {} : { amount }) });
      return typeof text === 'string' ? coded(text) : text;
    },
    async status(subscriptionId) {
      const text = await ask({ action: 'viewSubscriptionStatus', subscriptionId });
      if (typeof text !== 'string') return text as Exclude<DataLinkResult, { kind: 'done' }>;
      const status = readStatus(text);
      if (status !== null) return { kind: 'status', status };
      const result = coded(text);
      if (result.kind === 'refused') return ['-3', '-4'].includes(result.code) ? { kind: 'absent' } : result;
      return result.kind === 'done' ? { kind: 'unknown', cause: 'unreadable-answer' } : result;
    },
  };
}
