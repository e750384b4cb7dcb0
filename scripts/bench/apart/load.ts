import autocannon from 'autocannon';

// Whoever asks: a program of its own, so that what asking costs is not counted as what answering does.

export interface Shot {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
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
async function shoot({ url, headers, seconds, connections }: Shot): Promise<number> {
  const run = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url} answered ${run.non2xx} times with an error, ${run.errors} times not at all.`);
  return run['2xx'];
}
