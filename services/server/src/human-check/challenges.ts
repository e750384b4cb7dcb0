import type { HumanCheck } from '@backlot/contracts/human-check';
import { DomainError } from '@backlot/contracts';
import { isSolved } from '@backlot/domain/people/proof-of-work';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { addressKey } from '../session/address-key.ts';
import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { TriesStore } from '../tries/tries.ts';
import { acceptsToken, recaptchaKeysOf } from './recaptcha.ts';

/** What a check is for; it is good for nothing else. */
export interface Purpose {
  readonly tenant: Tenant;
  readonly act: 'login' | 'register' | 'forgot' | 'card' | 'charge' | 'coupon';
  /** Whose account, as the caller wrote it, in the form that accounts are found by. */
  readonly account: string;
}

export interface Demand {
  /** Before this has passed a solution is refused: how the delay of an account grows without a queue that others could fill. */
  readonly waitSeconds: number;
  /** Leading zero bits of each puzzle. */
  readonly bits: number;
}

export interface HumanChecks {
  /** @throws `human-check` with a challenge, where `given` does not solve one of ours for this purpose */
  require(purpose: Purpose, given: HumanCheck | undefined, demand: Demand, address: string): Promise<void>;
}

const GOOD_FOR_MS = 10 * 60_000;
const PUZZLES = 8;

type Kind = 'proof_of_work' | 'recaptcha';
interface Claims {
  readonly at: number;
  readonly wait: number;
  readonly bits: number;
  readonly kind: Kind;
  readonly about: string;
  readonly id: string;
}

/** Challenges are signed, not stored; only what was used is remembered, over all processes. */
export function openHumanChecks(ctx: AppContext, tries: Pick<TriesStore, 'claim'>): HumanChecks {
  const sign = (body: string): string => ctx.secrets.hmac('human-check', body);

  const read = (token: string): (Claims & { seal: string }) | null => {
    const [body = '', seal = '', more] = token.split('.');
    const [wanted, got] = [Buffer.from(sign(body)), Buffer.from(seal)];
    if (more !== undefined || wanted.length !== got.length || !timingSafeEqual(wanted, got)) return null;
    return { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims), seal };
  };

  /**
   * Each is good for one call. And what a line asked for before it last used one for the same purpose is over: challenges
   * come one after the other, each as hard as the tries before it made it, and a stock of easy ones is worth a single try.
   */
  const isFirstUse = async (claims: Claims, line: string): Promise<boolean> => {
    const now = ctx.clock.now();
    const askedAt = new Date(claims.at);
    return (
      (await tries.claim(`check:${claims.id}`, new Date(0), GOOD_FOR_MS, now)) &&
      tries.claim(`check-line:${line}`, askedAt, GOOD_FOR_MS, now)
    );
  };

  const challenge = async (purpose: Purpose, demand: Demand, kind: Kind): Promise<never> => {
    const claims: Claims = {
      at: ctx.clock.now().getTime(),
      wait: demand.waitSeconds,
      bits: demand.bits,
      kind,
      about: aboutOf(purpose),
      id: randomBytes(12).toString('base64url'),
    };
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const seal = sign(body);
    const keys = await recaptchaKeysOf(ctx, purpose.tenant);
    throw new DomainError(
      'human-check',
      {},
      {
        details: {
          challenge: {
            kind,
            token: `${body}.${seal}`,
            wait_seconds: demand.waitSeconds,
            ...(kind === 'recaptcha' && keys
              ? { site_key: keys.siteKey, script_url: `${ctx.config.recaptchaUrl}/api.js?render=explicit` }
              : { seed: seal.slice(0, 22), puzzles: PUZZLES, bits: demand.bits }),
          },
        },
      },
    );
  };

  return {
    async require(purpose, given, demand, address) {
      const keys = await recaptchaKeysOf(ctx, purpose.tenant);
      const claims = given ? read(given.token) : null;
      const now = ctx.clock.now().getTime();
      const line = `${addressKey(address)} ${aboutOf(purpose)}`;
      const isOurs =
        claims !== null &&
        claims.about === aboutOf(purpose) &&
        now < claims.at + GOOD_FOR_MS &&
        now >= claims.at + claims.wait * 1000;
      // Taken before it is looked at: of two calls at once with one solution, one passes.
      if (!given || !isOurs || !(await isFirstUse(claims, line)))
        return challenge(purpose, demand, keys ? 'recaptcha' : 'proof_of_work');
      if (claims.kind === 'proof_of_work') {
        if (isSolved({ seed: claims.seal.slice(0, 22), count: PUZZLES, bits: claims.bits }, given.solution)) return;
        return challenge(purpose, demand, keys ? 'recaptcha' : 'proof_of_work');
      }
      const accepted = keys ? await acceptsToken(ctx, keys.secret, given.solution, address) : 'unknown';
      // A provider that does not answer must not close the door: the puzzle is always there.
      if (accepted !== 'yes') await challenge(purpose, demand, accepted === 'unknown' ? 'proof_of_work' : 'recaptcha');
    },
  };
}

const aboutOf = ({ tenant, act, account }: Purpose): string =>
  createHash('sha256')
    .update(JSON.stringify([tenant.id, act, account]))
    .digest('base64url')
    .slice(0, 22);
