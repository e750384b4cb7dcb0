export type ChartTone = 1 | 2 | 3 | 4;

/** Of the parts of a bar, in their order: 3 is the tone of what they are compared with. */
const partTones: readonly ChartTone[] = [1, 2, 4];

/** The tone of one part; those after the third share its tone. */
export const partTone = (index: number): ChartTone => partTones[index] ?? 4;
