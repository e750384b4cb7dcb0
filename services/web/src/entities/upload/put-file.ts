export interface Transfer {
  /** Rejects with PutRefused, or with null when it was stopped. */
  readonly done: Promise<void>;
  readonly stop: () => void;
}

export class PutRefused extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, code: string | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Sends bytes to the address they were given; 200 alone is success (POST-106). `fetch` tells no progress, hence the older way. No session goes along:
 * the address is the right. `contentType` null leaves the header out, as parts want it.
 */
export function putFile(
  address: string,
  bytes: Blob,
  contentType: string | null,
  onProgress: (bytes: number) => void,
): Transfer {
  const request = new XMLHttpRequest();
  const done = new Promise<void>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status === 200 ? resolve() : reject(refusalOf(request))));
    request.addEventListener('error', () => reject(new PutRefused(0, null, '')));
    request.addEventListener('timeout', () => reject(new PutRefused(0, null, '')));
    request.addEventListener('abort', () => reject(null));
  });
  request.open('PUT', address);
  if (contentType !== null) request.setRequestHeader('content-type', contentType);
  request.send(bytes);
  return { done, stop: () => request.abort() };
}

function refusalOf(request: XMLHttpRequest): PutRefused {
  try {
    const { code, message } = JSON.parse(request.responseText) as { code?: string; message?: string };
    return new PutRefused(request.status, code ?? null, message ?? '');
  } catch {
    return new PutRefused(request.status, null, '');
  }
}

export interface PartsPlan {
  /** Bytes of every part but the last. */
  readonly partSize: number;
  readonly partsCount: number;
  /** Numbers, from 1, of the parts that are there already. */
  readonly uploaded: readonly number[];
}

interface PartsWork extends PartsPlan {
  readonly file: Blob;
  /** Addresses for some parts, by number. */
  readonly addressesOf: (numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly onProgress: (bytes: number) => void;
  /** Milliseconds before another try of a part; a test has no patience. */
  readonly pauseOf?: (tries: number) => number;
}

const atOnce = 3;
/** Addresses asked for together; the server gives no more. */
const batch = 20;
const mostTries = 6;
const usualPause = (tries: number): number => Math.min(15_000, 500 * 2 ** tries) * (0.75 + Math.random() / 2);

/**
 * Sends a file in parts, three at a time in any order. A part that fails is sent again after a pause, with a fresh
 * address; what the storage refuses for good ends the whole.
 */
export function putParts({
  file,
  partSize,
  partsCount,
  uploaded,
  addressesOf,
  onProgress,
  pauseOf = usualPause,
}: PartsWork): Transfer {
  const sizeOf = (part: number): number => Math.min(partSize, file.size - (part - 1) * partSize);
  const there = new Set(uploaded);
  const waiting = Array.from({ length: partsCount }, (_, index) => index + 1).filter((part) => !there.has(part));
  const underway = new Map<number, number>();
  const transfers = new Set<Transfer>();
  const addresses = new Map<number, string>();
  let asking: Promise<void> | null = null;
  let isStopped = false;

  const tell = (): void => {
    let bytes = 0;
    for (const part of there) bytes += sizeOf(part);
    for (const sent of underway.values()) bytes += sent;
    onProgress(bytes);
  };

  async function addressOf(part: number): Promise<string> {
    while (!addresses.has(part)) {
      asking ??= addressesOf([part, ...waiting.filter((other) => !addresses.has(other))].slice(0, batch))
        .then((found) => {
          for (const [number, url] of found) addresses.set(number, url);
        })
        .finally(() => {
          asking = null;
        });
      await asking;
      if (isStopped) throw null;
    }
    return addresses.get(part) as string;
  }

  async function send(part: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      if (isStopped) throw null;
      try {
        const address = await addressOf(part);
        const transfer = putFile(
          address,
          file.slice((part - 1) * partSize, (part - 1) * partSize + sizeOf(part)),
          null,
          (bytes) => {
            underway.set(part, Math.min(bytes, sizeOf(part)));
            tell();
          },
        );
        transfers.add(transfer);
        await transfer.done.finally(() => transfers.delete(transfer));
        underway.delete(part);
        there.add(part);
        tell();
        return;
      } catch (error) {
        underway.delete(part);
        if (isStopped || error === null) throw null;
        if (tries + 1 >= mostTries || !mayPass(error)) throw error;
        // An address grows old; the next try brings its own.
        addresses.delete(part);
        await new Promise((resolve) => {
          setTimeout(resolve, pauseOf(tries));
        });
      }
    }
  }

  async function work(): Promise<void> {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await send(part);
  }

  const stop = (): void => {
    isStopped = true;
    for (const transfer of transfers) transfer.stop();
  };
  tell();
  const done = Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work)).then(
    () => {},
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  return { done, stop };
}

/** No answer, an answer of a server in trouble, or an address that has grown old. */
function mayPass(error: unknown): boolean {
  if (error instanceof PutRefused)
    return (
      error.status === 0 || error.status === 403 || error.status === 408 || error.status === 429 || error.status >= 500
    );
  const { status } = error as { status?: number };
  return status === 0 || status === 429 || (status !== undefined && status >= 500);
}
