// Plain JavaScript: this also runs on Node 20, before anything is installed.

const interactive = Boolean(process.stdout.isTTY) && !process.env.CI;

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one named piece of work and shows that it goes on: a running line on a terminal,
 * a line every ten seconds in a log.
 *
 * @template R
 * @param {string} name what the person is waiting for
 * @param {(report: (text: string) => void) => Promise<R> | R} work may report how far it is
 * @returns {Promise<R>}
 */
export async function step(name, work) {
  const since = performance.now();
  let detail = '';
  const line = () => `  … ${name}${detail ? ` (${detail})` : ''}  ${seconds(since)}`;
  const draw = () => process.stdout.write(`\r\u001B[2K${line()}`);
  const timer = interactive ? setInterval(draw, 150) : setInterval(() => console.log(line()), 10_000);
  const clear = () => {
    clearInterval(timer);
    if (interactive) process.stdout.write('\r\u001B[2K');
  };
  if (interactive) draw();
  try {
    const result = await work((text) => {
      detail = text;
    });
    clear();
    console.log(`  ✓ ${name}${detail ? ` (${detail})` : ''}  ${seconds(since)}`);
    return result;
  } catch (error) {
    clear();
    console.log(`  ✗ ${name}  ${seconds(since)}`);
    throw error;
  }
}

/** A failure whose message already tells a person what to do; it is shown without a stack. */
export class PlainFailure extends Error {}

/** Prints what went wrong and leaves with code 1. */
export function leave(error) {
  console.error(error instanceof PlainFailure ? `\n${error.message}\n` : error);
  process.exit(1);
}
