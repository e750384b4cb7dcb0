import { errorCatalogue, type ErrorCode } from './error-codes.ts';

export type ErrorParams = Readonly<Record<string, string | number>>;

export interface FieldError {
  /** The field's path as the client sent it, for example `media.0._id`. */
  readonly field: string;
  readonly code: string;
  readonly message?: string;
}

/** An expected refusal. One handler turns it into the answer's envelope. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: readonly FieldError[];
  /** Top-level fields that a call's row names, such as `allow_cascade`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** For `too-many-requests`: when it is worth asking again, where that is known. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    more: { fields?: readonly FieldError[]; details?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    this.params = params;
    this.fields = more.fields ?? [];
    this.details = more.details ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** What every refused call answers (DECISIONS 5). */
export interface ErrorAnswer {
  success: false;
  message: string;
  code: string;
  requestId: string;
  params?: ErrorParams;
  errors?: FieldError[];
  [detail: string]: unknown;
}
