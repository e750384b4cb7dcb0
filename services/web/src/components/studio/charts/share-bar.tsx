import { partTone } from './chart-tones.ts';

/** A whole and its parts in one line. */
export function ShareBar({ shares }: { shares: readonly number[] }) {
  return (
    <div className="share-bar" aria-hidden="true">
      {shares.map((share, index) =>
        share > 0 ? <i key={index} data-tone={partTone(index)} style={{ flexGrow: share }} /> : null,
      )}
    </div>
  );
}
