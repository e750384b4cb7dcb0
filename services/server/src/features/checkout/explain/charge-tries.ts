import type { HumanCheck } from '@backlot/contracts/accounts';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { openHumanChecks } from '../../../human-check/challenges.ts';
import { addressKey } from '../../../session/address-key.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { hardest, isFree, type Allowance } from '../../../tries/allowance.ts';
import type { Counted } from '../../../tries/levels.ts';
import { triesOf } from '../tries-of.ts';

/** What a line to the internet and a browser may ask before they are checked. */
const asker: Allowance = { free: 5, leakSeconds: 120 };
/** The same for one line of a statement, whoever asks. */
const statementLine: Allowance = { free: 3, leakSeconds: 1_200 };
/** Mails about charges that one account gets. */
const mails: Allowance = { free: 3, leakSeconds: 8 * 3_600 };

export interface Asking {
  readonly tenant: Tenant;
  readonly address: string;
  readonly deviceId: string | null;
  /** The statement's line. */
  readonly line: string;
  readonly humanCheck: HumanCheck | undefined;
}

/**
 * Counts a question about a charge, the same whether there is such a charge or not.
 * @throws `human-check` with a challenge, after many
 */
export async function takeQuestion(
  ctx: AppContext,
  { tenant, address, deviceId, line, humanCheck }: Asking,
): Promise<void> {
  if (!ctx.config.throttle) return;
  const { levels, store } = triesOf(ctx);
  const counted: readonly Counted[] = [
    { name: `charge-line:${addressKey(address)}`, allowance: asker },
    ...(deviceId === null ? [] : [{ name: `charge-device:${nameOf(deviceId)}`, allowance: asker }]),
    { name: `charge-asked:${nameOf(`${tenant.id} ${line}`)}`, allowance: statementLine },
  ];
  const { before, takeBack } = await levels.add(counted);
  const demand = hardest(counted, before);
  if (demand === null) return;
  try {
    await openHumanChecks(ctx, store).require({ tenant, act: 'charge', account: line }, humanCheck, demand, address);
  } catch (error) {
    await takeBack().catch((failure: unknown) => ctx.log.error({ err: failure }, 'a question stays counted'));
    throw error;
  }
}

/** Whether this account may get one more mail that somebody asked for who may be a stranger; counts it. */
export async function takeChargeMail(ctx: AppContext, tenant: Tenant, userId: string): Promise<boolean> {
  if (!ctx.config.throttle) return true;
  const { before, takeBack } = await triesOf(ctx).levels.add([
    { name: `charge-mails:${nameOf(`${tenant.id} ${userId}`)}`, allowance: mails },
  ]);
  if (before.every((level) => isFree(level, mails))) return true;
  await takeBack();
  return false;
}

/** Of a length that no caller chooses, and no clue to what was typed. */
const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
