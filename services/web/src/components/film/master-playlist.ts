export interface Quality {
  /** Pixels. */
  readonly height: number;
  readonly url: string;
}

/** The qualities that a master playlist names, highest first. Addresses are as the playlist's own address makes them. */
export function readMasterPlaylist(text: string, base: string): Quality[] {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, index) => {
    const height = /^#EXT-X-STREAM-INF:.*RESOLUTION=\d+x(\d+)/.exec(line)?.[1];
    const uri = lines[index + 1]?.trim() ?? '';
    return height === undefined || uri === '' || uri.startsWith('#') ? [] : [{ height: Number(height), url: new URL(uri, base).href }];
  });
  return found.sort((one, other) => other.height - one.height);
}
