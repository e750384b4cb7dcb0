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

/** Sends a file to the address it was given. `fetch` tells no progress, hence the older way. */
export function putFile(address: string, file: File, onProgress: (bytes: number) => void): Transfer {
  const request = new XMLHttpRequest();
  const done = new Promise<void>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : reject(refusalOf(request))));
    request.addEventListener('error', () => reject(new PutRefused(0, null, '')));
    request.addEventListener('timeout', () => reject(new PutRefused(0, null, '')));
    request.addEventListener('abort', () => reject(null));
  });
  request.open('PUT', address);
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  request.send(file);
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
