import '../../src/components/styles/index.css';
import '../../src/components/styles/studio-tokens.css';
import '../../src/components/styles/studio-frame.css';
import '../../src/components/styles/studio-parts.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { NavigationGuard } from '../../src/app/navigation-guard.tsx';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { MuiArea } from '../../src/components/kit/mui-area.tsx';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { Examples } from './examples.tsx';
import { InventedDetail } from './invented-detail.tsx';
import { InventedForm } from './invented-form.tsx';
import { InventedTable } from './invented-table.tsx';
import { InventedWizard } from './invented-wizard.tsx';

const language = document.documentElement.lang;
const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
const bootstrap = {
  ...bootstrapOf({ viewer: person({ role: 'model', isAdmin: true }), site: { language, direction } }),
  nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
};
await addStudioTexts(language);
createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <Providers
      parts={{
        bootstrap,
        texts: await loadTexts(language),
        slots: {} as Parameters<typeof Providers>[0]['parts']['slots'],
        queries: makeQueryClient(bootstrap),
      }}
    >
      <MuiArea>
        <NavigationGuard>
          <div className="studio" data-bare>
            <div className="studio-main">
              <main id="content">
                <Routes>
                  <Route path="/table/:id" element={<InventedDetail />} />
                  <Route path="/form/*" element={<InventedForm />} />
                  <Route path="/wizard/*" element={<InventedWizard />} />
                  <Route path="/table" element={<InventedTable />} />
                  <Route path="/" element={<Examples />} />
                </Routes>
              </main>
            </div>
          </div>
        </NavigationGuard>
      </MuiArea>
    </Providers>
  </BrowserRouter>,
);
