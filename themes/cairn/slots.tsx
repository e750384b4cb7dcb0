import type {
  CardLegendProps,
  LockOverlayProps,
  OrnamentProps,
  Slots,
  TagFilterProps,
} from '../../services/web/src/components/theme/slots.tsx';

/** A skyline between large parts. */
const RidgeLine = () => (
  <svg
    className="ridge-line"
    viewBox="0 0 1440 44"
    preserveAspectRatio="xMidYMax slice"
    role="presentation"
    aria-hidden="true"
  >
    <path
      fill="currentColor"
      d="M0 44V30l52-12 38 8 66-22 44 14 60-6 40 12 72-20 54 16 46-10 58 14 70-24 50 18 64-8 38 10 76-20 62 20 48-12 56 10 70-18 44 12 66-22 58 24 40-8 72 12 48-18L1440 22v22z"
    />
  </svg>
);

/** White, orange, white: painted on rocks and trees where a path goes on. */
const Waymark = ({ isActive }: OrnamentProps) => (
  <span className="waymark" data-on={isActive || undefined} aria-hidden="true" />
);

/** In the corner of a picture: what it is, by colour and word, and its number. */
const Blaze = ({ kind, label, number }: CardLegendProps) => (
  <p className="blaze" data-kind={kind}>
    {label}
    <span>{number}</span>
  </p>
);

/** The map lies over the picture; when it opens, the lines spread and go. */
function Covered({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="covered lock-overlay" data-opening={isOpening || undefined}>
      {inside === '' ? null : <p className="covered-inside">{inside}</p>}
      {children}
    </div>
  );
}

/** Signposts: one for each tag. */
function Signposts({ heading, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className="signposts" role="group" aria-label={heading}>
      {tags.map((tag) => (
        <button key={tag.id} type="button" aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id)}>
          {tag.name}
        </button>
      ))}
      {chosen === null ? null : (
        <button type="button" className="signpost-reset" onClick={() => onChoose(null)}>
          {resetLabel}
        </button>
      )}
    </div>
  );
}

/** A small profile that is walked again and again. */
const Marching = ({ label }: { label: string }) => (
  <span className="marching" role="status">
    <svg
      viewBox="0 0 36 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1 14 9 5l5 5 8-8 6 7 3-3 4 8" />
    </svg>
    <span>{label}</span>
  </span>
);

const MapSheet = () => <div className="map-sheet" aria-hidden="true" />;

export const slots: Partial<Slots> = {
  LockOverlay: Covered,
  Divider: RidgeLine,
  Busy: Marching,
  HeadingOrnament: Waymark,
  TagFilter: Signposts,
  CardLegend: Blaze,
  HeroOverlay: MapSheet,
  priceButton: 'cell',
  hasLead: true,
};
