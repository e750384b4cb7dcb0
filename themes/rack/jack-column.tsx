import { useRef } from 'react';
import type { TagFilterProps } from '../../services/web/src/components/theme/slots.tsx';
import { Jack } from './jack.tsx';
import { useCable } from './use-cable.ts';

/** A column of jacks; from the chosen one a cable runs to the heading of the list. On narrow screens a strip without cable. */
export function JackColumn({ heading, allLabel, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  const column = useRef<HTMLDivElement>(null);
  const cable = useCable(column, chosen);
  if (tags.length === 0) return null;
  return (
    <div ref={column} className="jack-column" role="group" aria-label={heading}>
      <h2 aria-hidden="true">{heading}</h2>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span>{allLabel}</span>
        <Jack isActive={chosen === null} />
      </button>
      {tags.map((tag) => (
        <button key={tag.id} type="button" aria-pressed={chosen === tag.id} onClick={() => onChoose(tag.id)}>
          <span>{tag.name}</span>
          <small>{tag.count}</small>
          <Jack isActive={chosen === tag.id} />
        </button>
      ))}
      {chosen === null ? null : (
        <button type="button" className="jack-reset" onClick={() => onChoose(null)}>
          {resetLabel}
        </button>
      )}
      {cable === null ? null : (
        <svg className="cable" aria-hidden="true">
          <path className="cable-shade" d={cable} />
          <path className="cable-edge" d={cable} />
          <path className="cable-body" d={cable} />
          <path className="cable-light" d={cable} />
        </svg>
      )}
    </div>
  );
}
