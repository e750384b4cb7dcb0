export function supervise(
  root: string,
  script: string,
  args: readonly string[],
  options?: { firstPauseMs?: number },
): Promise<number>;
