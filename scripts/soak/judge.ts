import type { Reply } from './ask.ts';
import type { Registers } from './build-world.ts';
import { mayBeShown, type Marks } from './marks.ts';
import type { Asker } from './model.ts';

export interface Asked {
  readonly asker: Asker;
  /** Before the request was sent, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** What the asker sent, and may be told again. */
  readonly sent: readonly string[];
}

/** What is wrong with an answer whatever was asked: marks that are not for the asker, and values that are too old. */
export function judge(
  reply: Reply,
  asked: Asked,
  { marks, registers }: { marks: Marks; registers: Registers },
): string[] {
  const wrong = new Set<string>();
  for (const { of, word, number } of marks.find(reply.text)) {
    if (asked.sent.includes(word)) continue;
    if (!mayBeShown(of, asked.asker, asked.began)) wrong.add(`shows ${word}, which is of another ${of.kind}`);
    const register = registers.get(word);
    if (number === null || register === undefined) continue;
    const possible = register.possible(asked.began);
    if (!possible.includes(number))
      wrong.add(`shows ${word} as of change ${number}, where ${describe(possible)} may be`);
  }
  return [...wrong];
}

export const describe = (possible: readonly number[]): string =>
  possible.length === 1 ? `only ${possible[0]}` : `${possible[0]} to ${possible.at(-1)}`;
