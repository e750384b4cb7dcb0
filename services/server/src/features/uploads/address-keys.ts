import type { SigningKeys } from '@backlot/media';
import type { AppContext } from '../../context.ts';

/** The keys that sign addresses of media and of uploads; one secret of the deployment. */
export async function addressKeysOf(ctx: AppContext): Promise<SigningKeys> {
  return { current: 'a', keys: { a: await ctx.secrets.get('media-signing-key') } };
}
