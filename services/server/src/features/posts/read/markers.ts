import { DomainError } from '@backlot/contracts';

/** Where a page ended: an instant and an id, and in a list of media the place in its post. */
export interface Marked {
  readonly at: Date;
  readonly id: string;
  readonly position: number;
}

export const markerOf = (at: Date, id: string, position?: number): string =>
  `${at.getTime()}.${id}${position === undefined ? '' : `.${position}`}`;

/** @throws `invalid-request` for a marker that we did not give */
export function readMarker(marker: string): Marked {
  const [, ms, id, position] =
    /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(\d{1,2}))?$/.exec(marker) ?? [];
  if (ms === undefined || id === undefined) throw new DomainError('invalid-request');
  return { at: new Date(Number(ms)), id, position: Number(position ?? -1) };
}
