import type { Challenge, HumanCheck } from '@backlot/contracts/human-check';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../api.ts';
import { tellAfterReload } from '../storage/told-after-reload.ts';
import { useErrorText } from '../texts/error-text.ts';
import { askRecaptcha } from './recaptcha.ts';
import { solvePuzzles } from './solve-puzzles.ts';

/** Checks in a row before the person is told that it does not work: a level may rise while one is solved. */
const TRIES = 3;

export interface HumanChecking {
  /** What is going on, for `HumanCheckNote`. */
  readonly state: 'idle' | 'working' | 'asking';
  /** Where a provider's own box goes. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** Sends a call; where it is answered with a challenge, solves that and sends the call again. */
  run<T>(call: (given: { human_check?: HumanCheck }) => Promise<T>): Promise<T>;
}

/** The human check of a form (DECISIONS 20, 44). Where it fails again and again the page begins anew and says so (GEN-08). */
export function useHumanCheck(): HumanChecking {
  const errorText = useErrorText();
  const [state, setState] = useState<HumanChecking['state']>('idle');
  const place = useRef<HTMLDivElement>(null);
  const ended = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort(new ApiError(0, { code: 'aborted' }));
  }, []);
  return {
    state,
    place,
    async run(call) {
      const signal = ended.current?.signal ?? new AbortController().signal;
      let given: { human_check?: HumanCheck } = {};
      try {
        for (let left = TRIES; ; left -= 1) {
          try {
            return await call(given);
          } catch (error) {
            const challenge = challengeOf(error);
            if (challenge === null) throw error;
            if (left === 0) {
              tellAfterReload(errorText(error));
              location.reload();
              throw error;
            }
            setState(challenge.kind === 'recaptcha' ? 'asking' : 'working');
            given = { human_check: { token: challenge.token, solution: await solutionOf(challenge, place, signal) } };
          }
        }
      } finally {
        setState('idle');
      }
    },
  };
}

const challengeOf = (error: unknown): Challenge | null =>
  error instanceof ApiError && error.status === 430
    ? ((error.details['challenge'] as Challenge | undefined) ?? null)
    : null;

async function solutionOf(
  challenge: Challenge,
  place: RefObject<HTMLDivElement | null>,
  signal: AbortSignal,
): Promise<string> {
  const waited = delay(challenge.wait_seconds * 1000, signal);
  // Refused later; nobody may be waiting yet when the form goes away.
  waited.catch(() => {});
  const solution =
    challenge.kind === 'recaptcha'
      ? // A provider that cannot be reached: the server finds nothing in this and gives a puzzle instead.
        await askRecaptcha(
          place.current!,
          { scriptUrl: challenge.script_url ?? '', siteKey: challenge.site_key ?? '' },
          signal,
        ).catch(() => 'unreachable')
      : await solvePuzzles(
          { seed: challenge.seed ?? '', count: challenge.puzzles ?? 0, bits: challenge.bits ?? 0 },
          signal,
        );
  await waited;
  signal.throwIfAborted();
  return solution;
}

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
