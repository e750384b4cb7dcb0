import type { CallRoute } from './call-route.ts';
import type { AppContext } from './context.ts';
import type { JobDefinition, PlatformJobDefinition } from './job.ts';

/** What a feature's top (`features/<name>/index.ts`) gives to `app.ts` and `worker.ts`. */
export interface Feature {
  readonly name: string;
  readonly routes?: (ctx: AppContext) => readonly CallRoute[];
  readonly jobs?: readonly JobDefinition<never>[];
  readonly platformJobs?: readonly PlatformJobDefinition[];
}
