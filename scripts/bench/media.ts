import type { BenchResult } from './result.ts';
import { benchFeedPages } from './media-feed.ts';
import { benchServing } from './media-serve.ts';
import { benchFilms } from './media/films.ts';
import { benchPhotos } from './media/photos.ts';

/** Everything that `npm run bench media` measures, one after the other. */
const benches: readonly ((rounds?: number) => Promise<BenchResult[]>)[] = [
  benchPhotos,
  benchFilms,
  benchServing,
  () => benchFeedPages(),
];

/** @param rounds absent: as many of each as it takes for the figure to stand */
export async function benchMedia(rounds?: number): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const bench of benches) results.push(...(await bench(rounds)));
  return results;
}
