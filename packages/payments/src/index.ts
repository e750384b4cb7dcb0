export type * from './card-field.ts';
export type * from './provider.ts';
export type * from './outcomes.ts';
export type * from './report.ts';
export type * from './webhook.ts';
export { classifyDecline, type DeclineReason } from './declines.ts';
export { missingSettings } from './missing-settings.ts';
export { createSandboxDriver, type SandboxOptions } from './sandbox.ts';
export {
  createProviderRegistry,
  type PaymentMode,
  type ProviderChoice,
  type ProviderEnvironment,
  type ProviderRegistry,
  type ProviderSettings,
} from './registry.ts';
export { containsCardNumber, findCardNumbers, passesLuhn } from './card-numbers.ts';
