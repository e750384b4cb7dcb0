import { TrendingDown, TrendingUp } from 'lucide-react';
import { useSite } from '../../../lib/site.tsx';
import { StateChip } from '../state-chip.tsx';

interface ChangeChipProps {
  readonly now: number;
  readonly before: number;
  /** `percent` is formatted, without a sign. */
  readonly text: (direction: 'up' | 'down', percent: string) => string;
}

/** How a sum compares with the one before; nothing where there was none before, or where they are equal. */
export function ChangeChip({ now, before, text }: ChangeChipProps) {
  const { language } = useSite();
  if (before <= 0 || now === before) return null;
  const change = (now - before) / before;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <StateChip tone={change < 0 ? 'plain' : 'good'}>
      <Icon className="icon" aria-hidden />
      {text(change < 0 ? 'down' : 'up', percent.format(Math.abs(change)))}
    </StateChip>
  );
}
