/** Where the server's time comes from, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export class MovableClock implements Clock {
  #at: number | null;

  constructor(at: Date | null = null) {
    this.#at = at?.getTime() ?? null;
  }

  now(): Date {
    return this.#at === null ? new Date() : new Date(this.#at);
  }

  set(at: Date): void {
    this.#at = at.getTime();
  }

  advance(milliseconds: number): void {
    this.#at = this.now().getTime() + milliseconds;
  }
}
