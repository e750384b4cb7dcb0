import type { PlannedRendition } from './film-plan.ts';
import type { FilmDetails } from './film-probe.ts';

export const megabyte = 1024 * 1024;

/** A slow machine takes about twice as long as the film lasts; large and fast pictures several times that. */
export const encodingTimeMs = ({ durationMs }: FilmDetails): number => Math.min(8 * 3600_000, 60_000 + 20 * durationMs);

/** A decoder may hold some twenty frames, of up to six bytes a pixel; the four encoders of full HD need half a gigabyte. */
export const memoryFor = ({ width, height }: FilmDetails): number => 1536 * megabyte + width * height * 120;

/** What the rates allow, and as much again. */
export const fileBytesFor = ({ durationMs }: FilmDetails, renditions: readonly PlannedRendition[]): number =>
  Math.ceil((Math.max(...renditions.map(({ maxRate }) => maxRate + 200_000)) / 8) * (durationMs / 1000 + 60)) * 2;
