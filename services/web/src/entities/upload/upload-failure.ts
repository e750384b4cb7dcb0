import { ApiError } from '../../lib/api.ts';
import { PutRefused } from './put-file.ts';
import type { UploadItem, UploadProblem } from './upload-item.ts';

/** No answer came: what became of it is not known, and another try may fare better. */
export const isUnanswered = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'network') || (error instanceof PutRefused && error.status === 0);

/** What became of a file whose transfer ended badly: whether it may be tried again, and why it failed. */
export function failureOf(
  error: unknown,
  { name, isInParts = false }: Pick<UploadItem, 'name' | 'isInParts'>,
): Partial<UploadItem> {
  // Parts that have arrived stay there.
  const kept = isInParts ? {} : { sent: 0 };
  if (error instanceof ApiError) {
    // The server has forgotten it: another try begins again.
    if (error.status === 404 || error.code === 'upload-expired')
      return { phase: 'failed', sent: 0, mediaId: null, isInParts: false, problem: { code: 'upload-expired' } };
    const phase =
      error.status >= 400 && error.status < 500 && ![401, 409, 429].includes(error.status) ? 'refused' : 'failed';
    return {
      ...kept,
      phase,
      problem:
        error.code === 'network'
          ? { code: 'network-failed' }
          : { code: error.code, message: error.message, params: { name } },
    };
  }
  if (error instanceof PutRefused) {
    if (isUnanswered(error)) return { ...kept, phase: 'failed', problem: { code: 'network-failed' } };
    const isFinal = error.status === 413 || error.status === 415;
    return {
      ...kept,
      phase: isFinal ? 'refused' : 'failed',
      problem:
        error.code && error.message ? { code: error.code, message: error.message } : { code: 'upload-image-error' },
    };
  }
  const { problem } = error as { problem?: UploadProblem };
  return {
    ...kept,
    phase: problem ? 'refused' : 'failed',
    problem: problem ?? { code: 'upload-failed', params: { name } },
  };
}
