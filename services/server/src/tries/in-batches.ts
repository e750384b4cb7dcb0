/**
 * Collects what is asked for while a call is under way into the next call, so that any number of simultaneous requests use one
 * connection.
 */
export function inBatches<T, R>(ask: (all: readonly T[]) => Promise<readonly R[]>): (one: T) => Promise<R> {
  interface Waiting {
    readonly one: T;
    readonly resolve: (answer: R) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isAsking = false;
  const askAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const answers = await ask(batch.map(({ one }) => one));
        batch.forEach(({ resolve }, index) => resolve(answers[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAsking = false;
  };
  return (one) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (isAsking) return;
      isAsking = true;
      // What the same caller asks for right after this goes into the same call.
      queueMicrotask(() => void askAll());
    });
}

/** As `inBatches`, for each key by itself: none waits for another. A key is kept while a request of it is under way. */
export function inBatchesByKey<K, T, R>(
  ask: (key: K, all: readonly T[]) => Promise<readonly R[]>,
): (key: K, one: T) => Promise<R> {
  interface Line {
    readonly add: (one: T) => Promise<R>;
    waiting: number;
  }
  const lines = new Map<K, Line>();
  return async (key, one) => {
    const line = lines.get(key) ?? { add: inBatches<T, R>((all) => ask(key, all)), waiting: 0 };
    lines.set(key, line);
    line.waiting += 1;
    try {
      return await line.add(one);
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
