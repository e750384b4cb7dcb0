export { startSandboxTwin, type SandboxTwin, type SandboxTwinOptions } from './sandbox/start.ts';
export { testCards } from './sandbox/test-cards.ts';
export { startS3Twin, type S3Twin, type S3TwinOptions } from './s3/start.ts';
