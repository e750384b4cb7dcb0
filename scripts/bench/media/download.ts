import { get } from 'node:http';
import { parentPort } from 'node:worker_threads';

interface Order {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly atOnce: number;
}

// A client on a thread of its own, so that it takes nothing from the server's. Answers bytes a second.
parentPort?.on('message', (order: Order) => {
  rateOf(order).then(
    (rate) => parentPort?.postMessage({ rate }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});

async function rateOf({ port, path, headers, seconds, atOnce }: Order): Promise<number> {
  let bytes = 0;
  const from = performance.now();
  const until = from + seconds * 1000;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`));
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (performance.now() > until) request.destroy();
        });
        response.on('close', resolve);
      });
      request.on('error', (error) => (performance.now() > until ? resolve() : reject(error)));
    });
  const line = async (): Promise<void> => {
    while (performance.now() < until) await one();
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return bytes / ((performance.now() - from) / 1000);
}
