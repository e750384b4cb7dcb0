import type { HumanCheck } from '@backlot/contracts/human-check';
import { DomainError } from '@backlot/contracts';
import { dayMs } from '@backlot/domain/formats/when';
import { couponCodeOf } from '@backlot/domain/money/coupon';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { openHumanChecks } from '../../human-check/challenges.ts';
import { addressKey } from '../../session/address-key.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { demandOf, isFree, type Allowance } from '../../tries/allowance.ts';
import { hashedName } from '../../tries/hashed-name.ts';
import { triesOf } from '../checkout/index.ts';

/** Codes that nobody made, in all calls that take one, before a person's are refused for a while. */
const ofPerson: Allowance = { free: 10, leakSeconds: 360 };
/** The same of a browser, which two may share. */
const ofDevice: Allowance = { free: 20, leakSeconds: 180 };
/** Of a line, which strangers share: beyond them a code meets a human check, and whoever has a good one gets on. */
const ofLine: Allowance = { free: 40, leakSeconds: 90 };

export interface CodeTrying {
  readonly tenant: Tenant;
  readonly actor: Pick<Actor, 'userId'>;
  readonly address: string;
  /** Of the browser; null where it names none. */
  readonly deviceId: string | null;
  /** As it was typed; a call without one is not counted. */
  readonly typed: string | undefined;
  /** Null where the call takes none: there only codes that were checked before are passed beyond a line's. */
  readonly humanCheck: HumanCheck | undefined | null;
}

/**
 * Makes a call that takes a coupon's code, so that codes can't be found by trying whichever call is tried. Each is counted
 * before it is looked for, so that simultaneous ones are counted too; only one that nobody made stays counted. What is refused
 * is the same for any code but one that this person had answered already.
 * @throws `too-many-requests` after too many, `human-check` with a challenge after many on a line, and what `send` throws
 */
export async function tryCode<R>(ctx: AppContext, trying: CodeTrying, send: () => Promise<R>): Promise<R> {
  const code = couponCodeOf(trying.typed ?? '');
  if (!ctx.config.throttle || code === '') return send();
  const { tenant, actor, address, deviceId } = trying;
  const { levels, store } = triesOf(ctx);
  const person = hashedName(`${tenant.id} ${actor.userId}`);
  const line = { name: `coupon-line:${addressKey(address)}`, allowance: ofLine };
  const own = [
    { name: `coupon-person:${person}`, allowance: ofPerson },
    ...(deviceId === null ? [] : [{ name: `coupon-device:${hashedName(deviceId)}`, allowance: ofDevice }]),
  ];
  const known = { key: `coupon-known:${hashedName(`${person} ${code}`)}`, windowMs: dayMs };
  const { before, takeBack } = await levels.add([line, ...own]);
  // The answer matters more than the count.
  const stays = (failure: unknown): void => ctx.log.error({ err: failure }, 'a coupon code is counted wrongly');
  try {
    const [ofLineBefore = 0, ...ownBefore] = before;
    const waits = own.map(({ allowance }, index) => waitOf(ownBefore[index] ?? 0, allowance));
    const waitSeconds = Math.max(...waits);
    const demand = demandOf(ofLineBefore, ofLine);
    if (waitSeconds > 0 || demand !== null) {
      const [answered] = await store.count([{ ...known, by: 0 }], ctx.clock.now());
      if (answered!.tries === 0) {
        const refuse = (seconds: number) => new DomainError('too-many-requests', {}, { retryAfterSeconds: seconds });
        if (waitSeconds > 0) throw refuse(waitSeconds);
        if (trying.humanCheck === null) throw refuse(waitOf(ofLineBefore, ofLine));
        const checks = openHumanChecks(ctx, store);
        await checks.require({ tenant, act: 'coupon', account: person }, trying.humanCheck, demand!, address);
      }
    }
    const answer = await send();
    await Promise.all([takeBack(), store.count([{ ...known, by: 1 }], ctx.clock.now())]).catch(stays);
    return answer;
  } catch (error) {
    const isUnknown = error instanceof DomainError && error.code === 'coupon-not-found';
    if (!isUnknown) await takeBack().catch(stays);
    throw error;
  }
}

/** Seconds until the next try is free; 0 where it is. */
const waitOf = (tries: number, allowance: Allowance): number =>
  isFree(tries, allowance) ? 0 : Math.ceil((tries - allowance.free + 1) * allowance.leakSeconds);
