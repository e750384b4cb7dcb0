import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiError } from '../lib/api.ts';
import { SiteProvider } from '../lib/site.tsx';
import { SlotsProvider, type Slots } from '../components/theme/slots.tsx';
import { ToastProvider } from '../components/toasts.tsx';

export interface AppProps {
  readonly bootstrap: Bootstrap;
  readonly texts: i18n;
  readonly slots: Slots;
  readonly queries: QueryClient;
}

/** A client that knows what the page brought along. */
export function makeQueryClient(bootstrap: Bootstrap): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; only a lost connection and our own failures are worth another try.
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      // Without a connection a change fails at once; held back, it would be sent when nobody expects it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const { key, data } of bootstrap.queries) client.setQueryData(key, data);
  return client;
}

export function Providers({ app, children }: { app: AppProps; children: ReactNode }) {
  return (
    <SiteProvider value={app.bootstrap}>
      <I18nextProvider i18n={app.texts}>
        <QueryClientProvider client={app.queries}>
          <SlotsProvider value={app.slots}>
            <ToastProvider>{children}</ToastProvider>
          </SlotsProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </SiteProvider>
  );
}
