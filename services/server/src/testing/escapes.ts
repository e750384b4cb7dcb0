/** Counts what would have ended the process: exceptions and rejections that nobody handled. */
export function watchEscapes(): { readonly escaped: readonly unknown[]; stop(): void } {
  const escaped: unknown[] = [];
  const note = (error: unknown): void => {
    escaped.push(error);
  };
  process.on('uncaughtExceptionMonitor', note).on('unhandledRejection', note);
  return {
    escaped,
    stop: () => {
      process.off('uncaughtExceptionMonitor', note).off('unhandledRejection', note);
    },
  };
}
