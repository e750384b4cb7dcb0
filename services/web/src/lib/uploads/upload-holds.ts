/** Which files this page sends. Two pages of one person see the same list; each file is sent by one of them. */
export interface UploadHolds {
  readonly has: (key: string) => boolean;
  /** A file that was chosen here just now: no other page knows it yet. */
  readonly take: (key: string) => void;
  /** False while another page has it. */
  readonly tryTake: (key: string) => Promise<boolean>;
  /** Until the other page is done with it or gone; then this page has it. */
  readonly wait: (key: string) => Promise<void>;
  readonly drop: (key: string) => void;
}

/** By the browser's locks, which end with the page that had them. Where there are none, every page is alone. */
export function openHolds(userId: string): UploadHolds {
  const held = new Map<string, () => void>();
  const { locks } = navigator as { readonly locks?: LockManager };

  function ask(key: string, options: LockOptions, isOursAlready: boolean): Promise<boolean> {
    let end = (): void => {};
    const over = new Promise<void>((resolve) => { end = resolve; });
    if (isOursAlready) held.set(key, end);
    return new Promise((answer) => {
      const given = (isGiven: boolean): void => {
        if (isGiven && !isOursAlready) held.set(key, end);
        answer(isGiven);
      };
      if (!locks) return given(true);
      locks.request(`upload-${userId}-${key}`, options, (lock) => {
        given(lock !== null);
        return lock === null ? undefined : over;
      }).catch(() => given(true));
    });
  }
  return {
    has: (key) => held.has(key),
    take: (key) => { if (!held.has(key)) void ask(key, {}, true); },
    tryTake: async (key) => held.has(key) || ask(key, { ifAvailable: true }, false),
    wait: async (key) => { if (!held.has(key)) await ask(key, {}, false); },
    drop: (key) => {
      held.get(key)?.();
      held.delete(key);
    },
  };
}
