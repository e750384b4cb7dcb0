import type { AppContext } from '../context.ts';

type Provider = NonNullable<ReturnType<AppContext['providers']['open']>>;

/** The same server, with providers of which some answers are others. */
export const withProvider = (ctx: AppContext, change: (provider: Provider) => Partial<Provider>): AppContext => ({
  ...ctx,
  providers: {
    ...ctx.providers,
    open: (...of) => {
      const provider = ctx.providers.open(...of);
      return provider && Object.assign(Object.create(provider) as typeof provider, change(provider));
    },
  },
});
