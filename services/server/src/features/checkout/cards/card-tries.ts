import type { HumanCheck } from '@backlot/contracts/human-check';
import { DomainError } from '@backlot/contracts';
import type { Declined, PaymentProvider } from '@backlot/payments';
import type { Settings } from '@backlot/domain/settings';
import { dayMs, hourMs } from '@backlot/domain/formats/when';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { openHumanChecks, type Demand } from '../../../human-check/challenges.ts';
import { addressKey } from '../../../session/address-key.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { hardest, type Allowance } from '../../../tries/allowance.ts';
import { hashedName } from '../../../tries/hashed-name.ts';
import { HIGHEST, type Counted } from '../../../tries/levels.ts';
import { findProvedAddress } from '../../accounts/index.ts';
import { brakeDemand, quietDemand } from '../brake/card-brake.ts';
import { hasPaid } from '../own-payments.ts';
import { chosenProvider } from '../provider-accounts/open-account.ts';
import { triesOf } from '../tries-of.ts';
import { todaysOf } from './todays-declines.ts';

const declines = new Set(['payment-declined', 'card-needs-attention']);

export interface CardTrying {
  readonly tenant: Tenant;
  readonly actor: Pick<Actor, 'userId'>;
  readonly address: string;
  /** Of the browser; null where it names none. */
  readonly deviceId: string | null;
  /** The card that was typed here; null where it is typed on the provider's page. */
  readonly token: string | null;
  readonly settings: Settings;
  readonly humanCheck: HumanCheck | undefined;
  /** Whose field it was typed in; absent: that of the site's first choice. */
  readonly provider?: PaymentProvider | null;
  /** The purchase was declined before: its card counts besides the one of before. */
  readonly isAnotherWay?: boolean;
}

/**
 * Sends a card that somebody typed, or leads them to the provider's page to type one there. How often the cards of a person,
 * an address, a browser or with the same first digits are declined tells card testing from typing errors (DECISIONS 20).
 * Each is counted before it is sent, so that simultaneous ones are counted too; only one that was declined, or whose outcome
 * is not known yet, stays counted. First digits are shared by strangers: whatever those do, their check keeps nobody waiting.
 * @throws `human-check` with a challenge after many declined cards (CARD-02) and while the brake is on (`brakeDemand`),
 * `too-many-requests` after too many in a day (`countToday`), and what `send` throws
 */
export async function tryCard<R>(
  ctx: AppContext,
  trying: CardTrying,
  send: () => Promise<R>,
  openIntentOf: (answer: R) => string | null = () => null,
): Promise<R> {
  if (!ctx.config.throttle) return send();
  const { tenant, address, humanCheck } = trying;
  const who = await whoTries(ctx, trying);
  const { person, braked } = who;
  const { levels, store } = triesOf(ctx);
  const { isAlike, takeBack: takeBackToday, takeBackShared } = await countToday(ctx, who, trying);
  const counted = countedOf(person, trying);
  const { before, takeBack: takeBackLevels } = await levels.add(counted);
  const takeBackFirst = async (): Promise<void> => void (await Promise.all([takeBackToday(), takeBackLevels()]));
  let takeBack = takeBackFirst;
  // The answer matters more than the count.
  const stays = (failure: unknown): void => ctx.log.error({ err: failure }, 'a try of a card is counted wrongly');
  const uncount = (): Promise<void> => takeBack().catch(stays);
  // The same answer given again, to the same key or a second click, is no second card.
  const again = trying.isAnotherWay === true ? ':another-way' : '';
  const keep = async (intentId: string | null): Promise<void> => {
    if (intentId === null) return;
    if (!(await store.claim(`card-intent:${intentId}${again}`, new Date(0), dayMs, ctx.clock.now()))) await uncount();
  };
  try {
    const check = (demand: Demand): Promise<void> =>
      openHumanChecks(ctx, store).require({ tenant, act: 'card', account: person }, humanCheck, demand, address);
    const demand = hardest(counted, before) ?? braked ?? (isAlike ? quietDemand : null);
    // Whoever has to pass a check costs the provider no call before it.
    if (demand !== null) await check(demand);
    const digits = await firstDigits(ctx, trying);
    if (digits !== null) {
      const ofDigits = [countedDigits(digits, trying)];
      const added = await levels.add(ofDigits);
      takeBack = async () => void (await Promise.all([takeBackFirst(), added.takeBack()]));
      if (demand === null && hardest(ofDigits, added.before) !== null) await check(quietDemand);
    }
    const answer = await send();
    const openIntent = openIntentOf(answer);
    // The bank or a page asks its payer first: a decline of that is counted when it is told (`countDeclined`), and most pay.
    await (openIntent === null
      ? uncount()
      : takeBackShared()
          .then(() => keep(openIntent))
          .catch(stays));
    return answer;
  } catch (error) {
    const isDeclined = error instanceof DomainError && declines.has(error.code);
    await (isDeclined ? keep(intentIn(error)).catch(stays) : uncount());
    throw error;
  }
}

/**
 * Counts a card among those of a day, before it is sent: those that are sent at once count too.
 * @returns whether cards that begin like others were declined here, and what takes the card back
 * @throws `too-many-requests` after too many in a day; nothing stays counted then
 */
async function countToday(
  ctx: AppContext,
  who: Who,
  by: ByWhom,
): Promise<{
  readonly isAlike: boolean;
  readonly takeBack: () => Promise<void>;
  /** From the counts that it shares with strangers alone. */
  readonly takeBackShared: () => Promise<void>;
}> {
  const { store } = triesOf(ctx);
  const now = ctx.clock.now();
  const limits = todaysOf(who, by);
  const counts = (by: number, of = limits) => of.map(({ key }) => ({ key, windowMs: dayMs, by }));
  const alike = alikeOf(who.person, by).map((window) => ({ ...window, by: 0 }));
  const known = new Map((await store.count([...counts(1), ...alike], now)).map((one) => [one.key, one]));
  let counted = limits;
  const takeBackOf = async (of: typeof limits): Promise<void> => {
    counted = counted.filter((limit) => !of.includes(limit));
    if (of.length > 0) await store.count(counts(-1, of), ctx.clock.now());
  };
  const takeBack = (): Promise<void> => takeBackOf(counted);
  const takeBackShared = (): Promise<void> => takeBackOf(counted.filter(({ isShared }) => isShared));
  const over = limits.flatMap(({ key, most }) => (known.get(key)!.tries > most ? [known.get(key)!] : []));
  if (over.length === 0)
    return { isAlike: alike.some(({ key }) => known.get(key)!.tries > 0), takeBack, takeBackShared };
  await takeBack();
  const leftMs = Math.max(...over.map(({ until }) => until.getTime())) - now.getTime();
  throw new DomainError('too-many-requests', {}, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}

/**
 * Counts a card that was declined on the provider's page, which reports it later, among those that are typed here. How many
 * cards are typed on a page that is open is the provider's to limit; the next page asks for a check.
 */
export async function countDeclined(
  ctx: AppContext,
  by: Pick<CardTrying, 'tenant' | 'actor' | 'address' | 'deviceId' | 'settings'>,
): Promise<void> {
  if (!ctx.config.throttle) return;
  const who = await whoTries(ctx, by);
  const { levels, store } = triesOf(ctx);
  await levels.add(countedOf(who.person, by));
  const today = todaysOf(who, by).map(({ key }) => ({ key, windowMs: dayMs, by: 1 }));
  await store.count(today, ctx.clock.now());
}

/**
 * Counts the first digits of a declined card, of which its provider told them no earlier. Where many cards that begin alike
 * were declined, whoever typed this one meets a check at the next one, and so does whoever shares their line or browser.
 */
export async function countDigits(
  ctx: AppContext,
  by: Pick<CardTrying, 'tenant' | 'actor' | 'address' | 'deviceId' | 'settings'>,
  { firstDigits: digits }: Pick<Declined, 'firstDigits'>,
): Promise<void> {
  if (!ctx.config.throttle || digits === undefined) return;
  try {
    const { levels, store } = triesOf(ctx);
    const ofDigits = [countedDigits(digits, by)];
    const { before } = await levels.add(ofDigits);
    if (hardest(ofDigits, before) === null) return;
    const { person } = await whoTries(ctx, by);
    const alike = alikeOf(person, by).map((window) => ({ ...window, by: 1 }));
    await store.count(alike, ctx.clock.now());
  } catch (error) {
    // What became of the charge matters more than the count.
    ctx.log.error({ err: error }, 'first digits of a card are not counted');
  }
}

const alikeOf = (person: string, by: ByWhom) =>
  countedOf(person, by).map(({ name }) => ({ key: `${name}:alike`, windowMs: hourMs }));

const intentIn = ({ details }: DomainError): string | null =>
  typeof details['intent_id'] === 'string' ? details['intent_id'] : null;

type ByWhom = Pick<CardTrying, 'address' | 'deviceId' | 'settings'>;

/** `free` an hour for a person; a browser may be shared by two, an address by a household or a café. */
function countedOf(person: string, { address, deviceId, settings }: ByWhom): readonly Counted[] {
  const { card_attempts_before_check: free } = settings;
  return [
    { name: `card-person:${person}`, allowance: hourly(free) },
    { name: `card-line:${addressKey(address)}`, allowance: hourly(4 * free) },
    ...(deviceId === null ? [] : [{ name: `card-device:${hashedName(deviceId)}`, allowance: hourly(2 * free) }]),
  ];
}

/** Many people's cards begin alike, and strangers who test numbers make them up from the same beginning. */
const countedDigits = (digits: string, { settings }: ByWhom): Counted => ({
  name: `card-digits:${hashedName(digits)}`,
  allowance: hourly(8 * settings.card_attempts_before_check),
});

const hourly = (wanted: number): Allowance => {
  const free = Math.min(wanted, HIGHEST - 10);
  return { free, leakSeconds: 3_600 / free };
};

/** Null where the provider does not tell, or does not answer: then they are not counted. */
async function firstDigits(ctx: AppContext, { token, settings, provider: named }: CardTrying): Promise<string | null> {
  if (token === null) return null;
  const provider = named ?? chosenProvider(ctx, settings, settings.currency);
  return (await provider?.firstDigits?.(token)) ?? null;
}

interface Who {
  readonly person: string;
  /** Whether a payment of theirs on this site succeeded: no site reads another's. */
  readonly hasPaid: boolean;
  readonly braked: Demand | null;
}

/**
 * Whoever proved their address is one person on every site. An account whose address nobody proved counts by itself:
 * otherwise a stranger who opens one with somebody else's address could use that person's tries up (DECISIONS 44).
 */
async function whoTries(
  ctx: AppContext,
  { tenant, actor, settings }: Pick<CardTrying, 'tenant' | 'actor' | 'settings'>,
): Promise<Who> {
  const { proved, ...known } = await ctx.database.tenants.read(tenant, async (db) => ({
    proved: await findProvedAddress(db, actor.userId),
    hasPaid: await hasPaid(db, actor.userId),
    braked: await brakeDemand(db, settings),
  }));
  return { person: hashedName(proved ?? `${tenant.id} ${actor.userId}`), ...known };
}
