import type { CardLegendProps } from '../../services/web/src/components/theme/slots.tsx';

/** Over a module: a light (grey closed, yellow open, blue bought or running, red failed), what it is, its number. */
export function CardLegend({ kind, label, number, isOpen, isPaying }: CardLegendProps) {
  const light =
    kind === 'error' ? 'bad' : kind === 'bought' || kind === 'processing' || isPaying ? 'busy' : isOpen ? 'on' : 'off';
  return (
    <p className="legend">
      <span
        className="led"
        data-light={light}
        data-pulse={kind === 'processing' || isPaying || undefined}
        aria-hidden="true"
      />
      <b>{label}</b>
      <span className="legend-number">{number}</span>
    </p>
  );
}
