import type { HumanCheck } from '@backlot/contracts/human-check';
import type { AppContext } from '../../../context.ts';
import { openHumanChecks } from '../../../human-check/challenges.ts';
import { addressKey } from '../../../session/address-key.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { Allowance } from '../../../tries/allowance.ts';
import { countIfFree, countOrCheck } from '../../../tries/counted-try.ts';
import { hashedName } from '../../../tries/hashed-name.ts';
import type { Counted } from '../../../tries/levels.ts';
import { triesOf } from '../tries-of.ts';

/** Questions that come from one address, or one browser, before a human check. */
const asker: Allowance = { free: 5, leakSeconds: 120 };
/** Questions about one line of a statement, whoever asks. */
const statementLine: Allowance = { free: 3, leakSeconds: 1_200 };
/** Mails about charges to one account: whoever asked for them may be a stranger. */
const mails: Allowance = { free: 3, leakSeconds: 8 * 3_600 };

export interface Asking {
  readonly tenant: Tenant;
  readonly address: string;
  readonly deviceId: string | null;
  /** What the statement shows: a card's last digits and an amount. */
  readonly line: string;
  readonly humanCheck: HumanCheck | undefined;
}

/**
 * Counts a question about a charge, the same whether there is such a charge or not.
 * @throws `human-check` with a challenge, once the free questions are used up
 */
export async function takeQuestion(
  ctx: AppContext,
  { tenant, address, deviceId, line, humanCheck }: Asking,
): Promise<void> {
  if (!ctx.config.throttle) return;
  const { levels, store } = triesOf(ctx);
  const counted: readonly Counted[] = [
    { name: `charge-line:${addressKey(address)}`, allowance: asker },
    ...(deviceId === null ? [] : [{ name: `charge-device:${hashedName(deviceId)}`, allowance: asker }]),
    { name: `charge-asked:${hashedName(`${tenant.id} ${line}`)}`, allowance: statementLine },
  ];
  const purpose = { tenant, act: 'charge', account: line } as const;
  const checks = openHumanChecks(ctx, store);
  await countOrCheck(ctx, { levels, checks }, { counted, purpose, humanCheck, address });
}

/** Whether this account may be mailed about a charge once more; counts it. */
export async function takeChargeMail(ctx: AppContext, tenant: Tenant, userId: string): Promise<boolean> {
  if (!ctx.config.throttle) return true;
  const name = `charge-mails:${hashedName(`${tenant.id} ${userId}`)}`;
  return (await countIfFree(triesOf(ctx).levels, { name, allowance: mails })) !== null;
}
