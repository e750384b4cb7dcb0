export type S3Operation =
  | 'PutObject'
  | 'GetObject'
  | 'HeadObject'
  | 'DeleteObject'
  | 'CopyObject'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'ListParts'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploads';

/**
 * `slow-down`: 503 before anything is done. `reset-half`: the line breaks in the middle of the body, of a GET while
 * it is sent, else while it is read. `lost-answer`: done, and the line breaks before the answer. `error-in-200`: 200
 * with an error in the body, nothing done (copy and complete). `absent`: 404 for what is there.
 */
export type S3FaultKind = 'slow-down' | 'reset-half' | 'lost-answer' | 'error-in-200' | 'absent';
export interface S3Fault {
  readonly kind: S3FaultKind;
  readonly on: S3Operation;
  /** How often; once unless told. */ readonly count?: number;
}

export class S3Faults {
  #left: Array<{ fault: S3Fault; left: number }> = [];

  set(faults: readonly S3Fault[]): void {
    this.#left = faults.map((fault) => ({ fault, left: fault.count ?? 1 }));
  }

  /** The next fault of this operation, once. */
  strike(operation: S3Operation): S3FaultKind | null {
    const entry = this.#left.find(({ fault, left }) => fault.on === operation && left > 0);
    if (entry === undefined) return null;
    entry.left -= 1;
    return entry.fault.kind;
  }
}
