import type { TagFilterProps } from './slots.tsx';

/** A row of chips that scrolls sideways on a phone. */
export function TagFilter({ heading, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className="tag-chips" role="group" aria-label={heading}>
      {tags.map((tag) => (
        <button
          key={tag.id}
          type="button"
          className="chip"
          aria-pressed={tag.id === chosen}
          onClick={() => onChoose(tag.id)}
        >
          {tag.name}
        </button>
      ))}
      {chosen === null ? null : (
        <button type="button" className="chip chip-reset" onClick={() => onChoose(null)}>
          {resetLabel}
        </button>
      )}
    </div>
  );
}
