import { aborted, type Asking, type Question, type Reply } from './ask.ts';
import { openFaults } from './faults.ts';
import type { Harness } from './harness.ts';
import { judge, type Asked } from './judge.ts';
import type { Person } from './model.ts';
import type { Item, Kind, Plan } from './plan.ts';
import { reads, type Read } from './reads.ts';
import { changes, writeChange, type Change } from './writes.ts';

/** An answer that is wrong. */
export interface Wrong {
  /** Which of the plan's requests. */
  readonly index: number;
  readonly kind: Kind | 'socket';
  readonly asked: string;
  readonly text: string;
}

/** What came of requests, added up over slices. */
export interface Tally {
  asked: number;
  answered: number;
  aborted: number;
  /** Not answered, or with a refusal, while something failed. */
  excused: number;
  changed: number;
  terminated: number;
  cuts: number;
  /** Of sockets. */
  frames: number;
  /** What was answered, or changed past the product. */
  readonly kinds: Map<Kind, number>;
}

export const newTally = (): Tally => ({
  asked: 0,
  answered: 0,
  aborted: 0,
  excused: 0,
  changed: 0,
  terminated: 0,
  cuts: 0,
  frames: 0,
  kinds: new Map(),
});

/** Requests that are on their way at once. */
const lanes = 32;
/** More say no more. */
const mostWrong = 20;

/** Makes the requests of a plan, and what fails meanwhile, and answers what was wrong. Ends early where something was. */
export async function runSlice(harness: Harness, asking: Asking, plan: Plan, tally: Tally): Promise<readonly Wrong[]> {
  const { sites } = harness;
  const faults = openFaults(harness);
  const due = plan.faults.toSorted((one, other) => one.at - other.at);
  const wrong: Wrong[] = [];
  const enough = tally.asked + plan.count;
  let next = 0;
  const count = (kind: Kind): void => void tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);

  const send = async (
    item: Item,
    by: Person | null,
    of: Pick<Question, 'method' | 'path' | 'body' | 'isOnPage' | 'token'> & { host: string },
    index: number,
  ) => {
    const began = performance.now();
    const port = harness.ports[item.server % harness.ports.length]!;
    const question: Question = { ...of, port, encoding: item.encoding, abortsAfterMs: item.abortsAfterMs };
    tally.asked += 1;
    const say = (text: string): void => {
      const who = by === null ? 'a guest' : `${by.role} ${by.name.word}`;
      wrong.push({ index, kind: item.kind, asked: `${of.method} ${of.path} at ${of.host} by ${who}`, text });
    };
    const excuse = (text: string): void => {
      if (faults.excuses(began, performance.now())) tally.excused += 1;
      else say(text);
    };
    let reply: Reply | typeof aborted;
    try {
      reply = await asking.ask(question);
    } catch (error) {
      excuse(`got no answer: ${String(error)}`);
      return { reply: null, began, say };
    }
    if (reply === aborted) {
      tally.aborted += 1;
      return { reply: null, began, say };
    }
    if (reply.status >= 500) {
      excuse(`is ${reply.status}: ${reply.body.slice(0, 300)}`);
      return { reply, began, say };
    }
    tally.answered += 1;
    count(item.kind);
    return { reply, began, say };
  };

  const read = async (item: Item, index: number, asked: Read): Promise<void> => {
    const { asker, method = 'GET', path, isOnPage = false, body } = asked;
    const host = isOnPage ? asker.site.host : asker.site.apiHost;
    const token = asked.token ?? asker.person?.token ?? null;
    const { reply, began, say } = await send(item, asker.person, { method, path, body, isOnPage, token, host }, index);
    if (reply === null) return;
    for (const text of findWrong(reply, { asker, began, sent: asked.sent ?? [] }, harness)) say(text);
    if (reply.status >= 500) return;
    const expected = asked.statuses?.(began) ?? [200];
    if (!expected.includes(reply.status)) say(`is ${reply.status}: ${reply.body.slice(0, 300)}`);
    if (reply.status === 200) for (const text of tried(() => asked.check?.(reply, began) ?? [])) say(text);
  };

  const change = async (item: Item, index: number, of: Change): Promise<void> => {
    if (of.statement && (of.call === undefined || !item.isThroughApi)) {
      if (await writeChange(of, harness.write)) {
        tally.changed += 1;
        count(item.kind);
      }
      return;
    }
    const number = of.register.begin();
    if (number === null) return;
    const { by } = of;
    const target = { ...of.call!(number), isOnPage: false, token: by.token, host: by.site.apiHost };
    const { reply, began, say } = await send(item, by, target, index);
    const result = reply === null || reply.status >= 500 ? 'unknown' : reply.status === 200 ? 'committed' : 'refused';
    of.register.end(number, result);
    if (result === 'committed') tally.changed += 1;
    if (result === 'refused') say(`is ${reply!.status}: ${reply!.body.slice(0, 300)}`);
    if (reply !== null)
      for (const text of findWrong(reply, { asker: { site: by.site, person: by }, began, sent: [] }, harness))
        say(text);
  };

  const lane = async (): Promise<void> => {
    while (next < plan.items.length && tally.asked < enough && wrong.length < mostWrong) {
      const index = next++;
      while (due.length > 0 && due[0]!.at <= index) faults.begin(due.shift()!);
      const item = plan.items[index]!;
      const asked = reads[item.kind]?.(sites, item);
      if (asked && (harness.hasPages || asked.isOnPage !== true || asked.path.startsWith('/media/')))
        await read(item, index, asked);
      const changed = changes[item.kind]?.(sites, item);
      if (changed) await change(item, index, changed);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await faults.settled();
  tally.terminated += faults.terminated;
  tally.cuts += faults.cuts;
  return wrong;
}

const findWrong = (reply: Reply, asked: Asked, harness: Harness): readonly string[] => judge(reply, asked, harness);

/** An answer that can't be read is wrong too. */
function tried(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    return [`can't be read: ${String(error)}`];
  }
}
