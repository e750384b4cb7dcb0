import type { ICruiseOptions, IFlattenedRuleSet, IResolveOptions } from 'dependency-cruiser';
export const rules: IFlattenedRuleSet;
export const options: ICruiseOptions;
export const resolution: Partial<IResolveOptions>;
