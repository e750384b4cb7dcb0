export interface Segment {
  readonly seconds: number;
  readonly bytes: number;
}

/** The segments of a playlist of byte ranges as ffmpeg writes it; null for any other text, or one that does not end. */
export function parsePlaylist(text: string, file: string): Segment[] | null {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (lines[0] !== '#EXTM3U' || lines.at(-1) !== '#EXT-X-ENDLIST' || !lines.some((line) => line.startsWith('#EXT-X-MAP:'))) return null;
  const segments: Segment[] = [];
  let [seconds, bytes] = [Number.NaN, Number.NaN];
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
    else if (line.startsWith('#EXT-X-BYTERANGE:')) bytes = Number.parseInt(line.slice(17), 10);
    else if (!line.startsWith('#')) {
      if (line !== file || !(seconds >= 0) || !(bytes > 0)) return null;
      segments.push({ seconds, bytes });
      [seconds, bytes] = [Number.NaN, Number.NaN];
    }
  }
  return segments.length > 0 ? segments : null;
}

export const lengthOf = (segments: readonly Segment[]): number => segments.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * Peak in bits a second, as RFC 8216 wants it: over segments that are at least half as long as the longest, so that
 * a last one of a few frames does not count.
 */
export function peakBandwidth(segments: readonly Segment[]): number {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const rates = segments.filter(({ seconds }) => seconds >= longest / 2 && seconds > 0).map(({ seconds, bytes }) => (bytes * 8) / seconds);
  return Math.max(1, Math.ceil(Math.max(1, ...rates)));
}
