import type { OrnamentProps } from '../../services/web/src/components/theme/slots.tsx';

/** A jack: lit while what it stands for is chosen. */
export const Jack = ({ isActive }: OrnamentProps) => (
  <span className="jack" data-on={isActive || undefined} aria-hidden="true" />
);
