import type { LockOverlayProps, Slots, TagFilterProps } from '../../services/web/src/components/theme/slots.tsx';

/** A brass ornament between large parts. */
const CurtainRail = () => (
  <div className="curtain-rail" role="presentation">
    <svg viewBox="0 0 56 16" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden="true">
      <path d="M28 2l6 6-6 6-6-6zM12 8h6M38 8h6" />
      <circle cx="6" cy="8" r="2.2" />
      <circle cx="50" cy="8" r="2.2" />
    </svg>
  </div>
);

/** The curtain is drawn; the price is the ticket. */
function Curtain({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="ticket lock-overlay" data-opening={isOpening || undefined}>
      {inside === '' ? null : <p className="ticket-inside">{inside}</p>}
      {children}
    </div>
  );
}

/** Tags as the titles on a marquee. */
function Marquee({ heading, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className="marquee" role="group" aria-label={heading}>
      {tags.map((tag) => (
        <button key={tag.id} type="button" aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id)}>
          {tag.name}
        </button>
      ))}
      {chosen === null ? null : (
        <button type="button" className="marquee-reset" onClick={() => onChoose(null)}>
          {resetLabel}
        </button>
      )}
    </div>
  );
}

/** A reel that turns. */
const Projector = ({ label }: { label: string }) => (
  <span className="projector" role="status">
    <i aria-hidden="true" />
    <span>{label}</span>
  </span>
);

export const slots: Partial<Slots> = {
  Divider: CurtainRail,
  LockOverlay: Curtain,
  TagFilter: Marquee,
  Busy: Projector,
};
