import type { LockOverlayProps, Slots } from '../../services/web/src/components/theme/slots.tsx';
import { CardLegend } from './card-legend.tsx';
import { JackColumn } from './jack-column.tsx';
import { Jack } from './jack.tsx';
import './slots.css';

/** Punched metal between large parts. */
const PunchedRail = () => <div className="punched-rail" role="presentation" />;

const Sign = ({ imageUrl }: { imageUrl: string | null }) =>
  imageUrl ? <img className="mark-picture" src={imageUrl} alt="" width={24} height={24} /> : <Jack isActive />;

/** The picture glows through the holes of a plate; when it opens, the holes grow until the plate is gone. */
function Grille({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="grille" data-opening={isOpening || undefined}>
      <span className="grille-plate" aria-hidden="true" />
      <div className="grille-text">
        {inside === '' ? null : <p className="grille-inside">{inside}</p>}
        {children}
      </div>
    </div>
  );
}

const RunningDots = ({ label }: { label: string }) => (
  <span className="running" role="status">
    <span className="running-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <span>{label}</span>
  </span>
);

/** A phosphor trace across the banner, drawn once and still. */
const Trace = () => (
  <svg className="banner-trace" viewBox="0 0 1440 320" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 190 C60 190 70 120 130 120 S200 230 260 230 330 60 400 60 470 250 540 250 610 150 670 150 730 200 790 200 850 96 920 96 1000 226 1060 226 1130 170 1190 170 1250 204 1310 204 1390 186 1440 186" />
  </svg>
);

export const slots: Partial<Slots> = {
  Divider: PunchedRail,
  HeadingOrnament: Jack,
  Mark: Sign,
  LockOverlay: Grille,
  TagFilter: JackColumn,
  CardLegend,
  priceButton: 'cell',
  Busy: RunningDots,
  HeroOverlay: Trace,
};
