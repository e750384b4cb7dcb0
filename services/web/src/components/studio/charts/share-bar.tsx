import { partTone } from './chart-tones.ts';

/** A whole and its parts in one line. */
export function ShareBar({ parts }: { parts: readonly number[] }) {
  return (
    <div className="share-bar" aria-hidden="true">
      {parts.map((part, index) =>
        part > 0 ? <i key={index} data-tone={partTone(index)} style={{ flexGrow: part }} /> : null,
      )}
    </div>
  );
}
