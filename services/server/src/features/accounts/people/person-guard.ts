import type { HumanCheck } from '@backlot/contracts/human-check';
import { addressKey } from '../../../session/address-key.ts';
import type { AppContext } from '../../../context.ts';
import { openHumanChecks, type Purpose } from '../../../human-check/challenges.ts';
import { hardest, type Allowance } from '../../../tries/allowance.ts';
import { countIfFree, countOrCheck, type TakeBack } from '../../../tries/counted-try.ts';
import { hashedName } from '../../../tries/hashed-name.ts';
import { openLevels, type Counted } from '../../../tries/levels.ts';
import { openTries } from '../../../tries/tries.ts';
import { openCallWindows } from './call-windows.ts';
import { cardDigits, limits, repeatedResets, unaskedMails, type Limits } from '../login/login-limits.ts';

export interface GuardedCall extends Purpose {
  readonly act: keyof typeof limits;
  readonly address: string;
  /** The browser, where this person has logged in with it on this site before. */
  readonly device: string | null;
  readonly humanCheck: HumanCheck | undefined;
}

/** Over all processes. */
export interface Guard {
  /**
   * Counts a try before anything is looked up, so that simultaneous ones are counted too, and the same whether there is
   * such an account or not (DECISIONS 44).
   * @returns what takes the count back: it was no guess
   * @throws `human-check` with a challenge; `too-many-requests` for an address that calls too often, checks or not
   */
  enter(call: GuardedCall): Promise<TakeBack>;
  /** Counts one more mail to an address whose owner has not asked for it; null where it may get none. */
  takeMail(account: string): Promise<TakeBack | null>;
  /** Whether an address may get a reset mail where it has one already; counts it, on all sites together. */
  takeReset(account: string): Promise<boolean>;
  /** Whether a card's last digits may be tried once more for this account; counts it. */
  takeDigits(userId: string): Promise<boolean>;
}

const nothing = async (): Promise<void> => {};

export function openGuard(ctx: AppContext): Guard {
  const tries = openTries(ctx);
  const checks = openHumanChecks(ctx, tries);
  const levels = openLevels(ctx.clock, tries);
  const calls = openCallWindows(ctx.clock, tries);
  /** Null, and nothing counted, where no try is free. */
  const take = async (kind: string, allowance: Allowance, name: string): Promise<TakeBack | null> =>
    ctx.config.throttle ? countIfFree(levels, { name: `${kind}:${name}`, allowance }) : nothing;

  return {
    async enter({ address, device, humanCheck, ...purpose }) {
      if (!ctx.config.throttle) return nothing;
      const { act } = purpose;
      const allowed: Limits = limits[act];
      if (device !== null && allowed.device) {
        const takeBack = await take(`${act}-device`, allowed.device, device);
        if (takeBack !== null) return takeBack;
      }
      const line = addressKey(address);
      await calls.take(`${act}-calls:${line}`, allowed.calls);
      const counted: Counted[] = [
        { name: `${act}-line:${line}`, allowance: allowed.line },
        ...(allowed.account
          ? [{ name: `${act}-account:${hashedName(purpose.account)}`, allowance: allowed.account }]
          : []),
      ];
      const cached = hardest(counted, counted.map(levels.cached));
      // Without a solution it is refused whatever is counted, so that a flood of guesses is answered from memory.
      if (cached !== null && humanCheck === undefined) await checks.require(purpose, undefined, cached, address);
      return countOrCheck(ctx, { levels, checks }, { counted, purpose, humanCheck, address });
    },
    takeMail: (account) => take('mails', unaskedMails, hashedName(account)),
    takeReset: async (account) => (await take('resets', repeatedResets, hashedName(account))) !== null,
    takeDigits: async (userId) => (await take('digits', cardDigits, userId)) !== null,
  };
}
