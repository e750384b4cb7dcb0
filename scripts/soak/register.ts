/** Milliseconds after which everybody must see what was committed. */
export const staleMs = 1_000;

interface Value {
  readonly number: number;
  /** When its commit was known at the latest; null while it is not known, and for ever where no answer came. */
  committedAt: number | null;
}

/**
 * One value that changes again and again. Each change has the next number, by which every answer tells how old what it shows
 * is. Changes of one register are made one after the other, so that their numbers are in the order of their commits.
 */
export interface Register {
  /** The number of the next change; null while another one is on its way, or may be. */
  begin(): number | null;
  /** It was made, or not; or nobody told, so that it may be made still, and for some seconds nothing else is written. */
  end(number: number, result: 'committed' | 'refused' | 'unknown'): void;
  /** What an answer that was asked for at `began` may show: the newest value that was a second old, and all later ones. */
  possible(began: number): readonly number[];
  /** Of the newest change, known to be made or not. */
  readonly last: number;
}

/** What came of a change nobody told of is over by then: no statement of the product may take longer. */
const unknownForMs = 6_000;

/** @param first what is there from the beginning */
export function openRegister(first = 0, now: () => number = () => performance.now()): Register {
  let values: Value[] = [{ number: first, committedAt: -Infinity }];
  let busyUntil = 0;
  const firstPossible = (began: number): number => {
    for (let index = values.length - 1; index > 0; index -= 1)
      if ((values[index]!.committedAt ?? Infinity) <= began - staleMs) return index;
    return 0;
  };
  return {
    begin() {
      if (now() < busyUntil) return null;
      busyUntil = Infinity;
      // Nobody asks about an answer that was begun a minute ago.
      values = values.slice(firstPossible(now() - 60_000));
      const number = values.at(-1)!.number + 1;
      values.push({ number, committedAt: null });
      return number;
    },
    end(number, result) {
      busyUntil = result === 'unknown' ? now() + unknownForMs : 0;
      const value = values.find((one) => one.number === number)!;
      if (result === 'committed') value.committedAt = now();
      if (result === 'refused') values = values.filter((one) => one !== value);
    },
    possible: (began) => values.slice(firstPossible(began)).map(({ number }) => number),
    get last() {
      return values.at(-1)!.number;
    },
  };
}
