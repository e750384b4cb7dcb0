import type { ReactNode } from 'react';
import type { Feature } from '../lib/feature.ts';

interface AreasProps {
  readonly features: readonly Feature[];
  /** Around the screens alone, or around the whole frame. */
  readonly of?: 'areas' | 'areasOfFrame';
  readonly children: ReactNode;
}

/** What features do for others; the first of the list is outermost. */
export function Areas({ features, of = 'areas', children }: AreasProps) {
  return features
    .flatMap(({ [of]: areas = [] }) => areas)
    .reduceRight<ReactNode>((inner, Area) => <Area>{inner}</Area>, children);
}
