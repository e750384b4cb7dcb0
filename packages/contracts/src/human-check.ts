import { Type, type Static } from 'typebox';
import { OneOf, Text } from './http/call.ts';

/** The answer to a challenge that came with status 430 (DECISIONS 20): its token and what solves it. */
export const HumanCheck = Type.Object({ token: Text(600, 1), solution: Text(5000, 1) });
export type HumanCheck = Static<typeof HumanCheck>;

/** What a refusal with code `human-check` carries as `challenge`. */
export const Challenge = Type.Object({
  kind: OneOf(['proof_of_work', 'recaptcha'] as const),
  token: Type.String(),
  /** A solution is accepted this many seconds after the challenge was given. */
  wait_seconds: Type.Integer(),
  /** Of a proof of work (packages/domain, proof-of-work.ts). */
  seed: Type.Optional(Type.String()),
  puzzles: Type.Optional(Type.Integer()),
  bits: Type.Optional(Type.Integer()),
  /** Of reCAPTCHA, or a service that speaks as it does. */
  site_key: Type.Optional(Type.String()),
  script_url: Type.Optional(Type.String()),
});
export type Challenge = Static<typeof Challenge>;
