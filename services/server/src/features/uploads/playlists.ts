import { playlistOf, type FilmFiles, type FilmStepName } from '@backlot/media';

/** A film's playlists, as HLS players read them (RFC 8216). */
export const playlistType = 'application/vnd.apple.mpegurl';

/** The list of qualities; `addressOf` a quality's own playlist. */
export function masterPlaylist({ renditions }: Pick<FilmFiles, 'renditions'>, addressOf: (variant: string) => string): string {
  return [
    '#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ name, width, height, bandwidth, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      addressOf(playlistOf(name)),
    ]),
    '',
  ].join('\n');
}

/** Everything that such a playlist of one file may hold. It was written by a program that has read hostile bytes. */
const plain = /^#(?:EXTM3U|EXT-X-(?:VERSION|TARGETDURATION|MEDIA-SEQUENCE):\d{1,9}|EXT-X-PLAYLIST-TYPE:VOD|EXT-X-INDEPENDENT-SEGMENTS|EXT-X-ENDLIST|EXTINF:\d{1,7}(?:\.\d{1,9})?,|EXT-X-BYTERANGE:\d{1,15}(?:@\d{1,15})?)$/;
const map = /^#EXT-X-MAP:URI="[^"]*",BYTERANGE="(\d{1,15}@\d{1,15})"$/;

/**
 * One quality's playlist with the signed address of its file in every place; null for what is no playlist of a single
 * file, from which no line may reach a player.
 */
export function addressedPlaylist(written: string, fileName: FilmStepName, address: string): string | null {
  const lines: string[] = [];
  for (const line of written.split(/\r?\n/)) {
    if (line === '') continue;
    const mapped = map.exec(line);
    if (mapped) lines.push(`#EXT-X-MAP:URI="${address}",BYTERANGE="${mapped[1]}"`);
    else if (plain.test(line)) lines.push(line);
    else if (line === fileName) lines.push(address);
    else return null;
  }
  return lines[0] === '#EXTM3U' ? `${lines.join('\n')}\n` : null;
}
