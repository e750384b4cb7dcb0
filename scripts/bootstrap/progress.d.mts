export function step<R>(name: string, work: (report: (text: string) => void) => Promise<R> | R): Promise<R>;
export class PlainFailure extends Error {}
export function leave(error: unknown): never;
