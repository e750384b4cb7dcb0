import autocannon from 'autocannon';

// Whoever asks: a program of its own, so that what asking costs is not counted as what answering does.

/** One of several calls that are asked in turn. */
export interface Asking {
  readonly headers: Readonly<Record<string, string>>;
}

export interface Shot {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked one after the other by each connection, which begins with one of its own. */
  readonly requests?: readonly Asking[];
  readonly seconds: number;
  /** Ends after so many, if that is sooner. */
  readonly answers?: number;
  readonly connections: number;
}

process.on('disconnect', () => process.exit());
process.on('message', (shot: Shot) => {
  shoot(shot).then(
    (answers) => process.send?.({ answers }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

/** How many answers came. Fails when one is not 2xx. */
async function shoot({ url, headers, requests, seconds, answers, connections }: Shot): Promise<number> {
  let clients = 0;
  const run = await autocannon({
    url,
    headers: { ...headers },
    connections,
    ...(answers === undefined ? { duration: seconds } : { amount: answers }),
    ...(requests && {
      setupClient: (client) => {
        const first = Math.floor((requests.length * clients) / connections);
        clients += 1;
        client.setRequests(
          [...requests.slice(first), ...requests.slice(0, first)].map(({ headers: own }) => ({ headers: { ...own } })),
        );
      },
    }),
  });
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url} answered ${run.non2xx} times with an error, ${run.errors} times not at all.`);
  return run['2xx'];
}
