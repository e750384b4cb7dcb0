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
export function putFile(address: string, bytes: Blob, contentType: string | null, onProgress: (bytes: number) => void): Transfer {
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
