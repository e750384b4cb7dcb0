import '../../src/components/styles/index.css';
import '../../src/components/styles/studio-tokens.css';
import '../../src/components/styles/studio-frame.css';
import '../../src/components/styles/studio-parts.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { NavigationGuard } from '../../src/app/navigation-guard.tsx';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { loadDirection, MuiArea } from '../../src/components/kit/mui-area.tsx';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { Examples } from './examples/examples.tsx';
import { InventedDetail } from './invented-detail.tsx';
import { InventedDoor } from './invented-door.tsx';
import { InventedForm } from './invented-form.tsx';
import { InventedArea, InventedFrame } from './invented-frame.tsx';
import { InventedTable } from './invented-table.tsx';
import { InventedWizard } from './invented-wizard.tsx';

const bare = (content: ReactNode) => (
  <div className="studio" data-bare>
    <div className="studio-main">
      <main id="content">{content}</main>
    </div>
  </div>
);
const language = document.documentElement.lang;
const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
const bootstrap = {
  ...bootstrapOf({
    viewer: person({ role: 'model', isAdmin: true, subscriptionNotificationUnreadCount: 12, openItemsCount: 3 }),
    site: { language, direction },
  }),
  nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
};
await addStudioTexts(language);
await loadDirection(direction);
createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <Providers
      app={{
        bootstrap,
        texts: await loadTexts(language),
        slots: {} as Parameters<typeof Providers>[0]['app']['slots'],
        queries: makeQueryClient(bootstrap),
      }}
    >
      <MuiArea>
        <NavigationGuard>
          <InventedArea>
            <Routes>
              <Route path="/door" element={<InventedDoor />} />
              <Route path="/admin/*" element={<InventedFrame />} />
              <Route path="/table/:id" element={bare(<InventedDetail />)} />
              <Route path="/form/*" element={bare(<InventedForm />)} />
              <Route path="/wizard/*" element={bare(<InventedWizard />)} />
              <Route path="/table" element={bare(<InventedTable />)} />
              <Route path="/" element={bare(<Examples />)} />
            </Routes>
          </InventedArea>
        </NavigationGuard>
      </MuiArea>
    </Providers>
  </BrowserRouter>,
);
