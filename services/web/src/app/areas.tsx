import type { ReactNode } from 'react';
import type { Feature } from '../lib/feature.ts';

/** What features do for others stands around the screens; the first of the list is outermost. */
export function Areas({ features, children }: { features: readonly Feature[]; children: ReactNode }) {
  return features
    .flatMap(({ areas = [] }) => areas)
    .reduceRight<ReactNode>((inner, Area) => <Area>{inner}</Area>, children);
}
