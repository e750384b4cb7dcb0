export { startSandboxTwin, type SandboxTwin, type SandboxTwinOptions } from './sandbox/start.ts';
export { testCards } from './sandbox/test-cards.ts';
