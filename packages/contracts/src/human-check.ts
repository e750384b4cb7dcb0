import { Type, type Static } from 'typebox';
import { Text } from './http/call.ts';

/** The answer to a challenge that came with status 430 (DECISIONS 20): its token and what solves it. */
export const HumanCheck = Type.Object({ token: Text(600, 1), solution: Text(5000, 1) });
export type HumanCheck = Static<typeof HumanCheck>;

/** What a refusal with code `human-check` carries as `challenge`. */
export interface Challenge {
  kind: 'proof_of_work' | 'recaptcha';
  token: string;
  /** A solution is accepted this many seconds after the challenge was given. */
  wait_seconds: number;
  /** Of a proof of work (packages/domain, proof-of-work.ts). */
  seed?: string;
  puzzles?: number;
  bits?: number;
  /** Of reCAPTCHA, or a service that speaks as it does. */
  site_key?: string;
  script_url?: string;
}
