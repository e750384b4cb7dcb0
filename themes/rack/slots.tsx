import type { LockOverlayProps, OrnamentProps, Slots, TagFilterProps } from '../../services/web/src/theme/slots.tsx';
import './slots.css';

/** Punched metal between large parts. */
const PunchedRail = () => <div className="punched-rail" role="presentation" />;

/** A jack: lit while what it stands for is chosen. */
const Jack = ({ isActive }: OrnamentProps) => <span className="jack" data-on={isActive || undefined} aria-hidden="true" />;

const Sign = ({ imageUrl }: { imageUrl: string | null }) =>
  (imageUrl ? <img className="mark-picture" src={imageUrl} alt="" width={24} height={24} /> : <Jack isActive />);

/** The picture glows through the holes of a plate; when it opens, the holes grow until the plate is gone. */
function Grille({ inside, isOpening, children }: LockOverlayProps) {
  return (
    <div className="grille" data-opening={isOpening || undefined}>
      <span className="grille-plate" aria-hidden="true" />
      <div className="grille-words">
        {inside === '' ? null : <p className="grille-inside">{inside}</p>}
        {children}
      </div>
    </div>
  );
}

/** A column of jacks; from the chosen one a cable runs to the list. On narrow screens a strip without cable. */
function JackColumn({ heading, allLabel, resetLabel, tags, chosen, onChoose }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className="jack-column" role="group" aria-label={heading}>
      <h2>{heading}</h2>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}><span>{allLabel}</span><Jack isActive={chosen === null} /></button>
      {tags.map((tag) => (
        <button key={tag.id} type="button" aria-pressed={chosen === tag.id} onClick={() => onChoose(tag.id)}>
          <span>{tag.name}</span><small>{tag.count}</small><Jack isActive={chosen === tag.id} />
        </button>
      ))}
      {chosen === null ? null : <button type="button" className="jack-reset" onClick={() => onChoose(null)}>{resetLabel}</button>}
    </div>
  );
}

const RunningDots = ({ label }: { label: string }) => (
  <span className="running" role="status"><span className="running-dots" aria-hidden="true"><i /><i /><i /></span><span>{label}</span></span>
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
  Busy: RunningDots,
  HeroOverlay: Trace,
};
