import type {
  CardLegendProps,
  LockOverlayProps,
  OrnamentProps,
  Slots,
  TagFilterProps,
} from '../../services/web/src/components/theme/slots.tsx';

/** A soft edge, as of something that melts. */
const Drip = () => (
  <svg className="drip" viewBox="0 0 1440 36" preserveAspectRatio="none" role="presentation" aria-hidden="true">
    <path
      fill="currentColor"
      d="M0 36V18c60-24 120-24 180 0s120 24 180 0 120-24 180 0 120 24 180 0 120-24 180 0 120 24 180 0 120-24 180 0 120 24 180 0v18z"
    />
  </svg>
);

const Scoop = ({ isActive }: OrnamentProps) => (
  <span className="scoop" data-on={isActive || undefined} aria-hidden="true" />
);

/** A sticker on the corner of a picture. */
const Sticker = ({ kind, label }: CardLegendProps) => (
  <p className="sticker" data-kind={kind}>
    {label}
  </p>
);

function Bubble({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="bubble lock-overlay" data-opening={isOpening || undefined}>
      {inside === '' ? null : <p className="bubble-inside">{inside}</p>}
      {children}
    </div>
  );
}

function Pebbles({ heading, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className="pebbles" role="group" aria-label={heading}>
      {tags.map((tag) => (
        <button key={tag.id} type="button" aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id)}>
          {tag.name}
        </button>
      ))}
      {chosen === null ? null : (
        <button type="button" className="pebble-reset" onClick={() => onChoose(null)}>
          {resetLabel}
        </button>
      )}
    </div>
  );
}

const Bounce = ({ label }: { label: string }) => (
  <span className="bounce" role="status">
    <span aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <span>{label}</span>
  </span>
);

export const slots: Partial<Slots> = {
  Divider: Drip,
  HeadingOrnament: Scoop,
  CardLegend: Sticker,
  LockOverlay: Bubble,
  TagFilter: Pebbles,
  Busy: Bounce,
};
