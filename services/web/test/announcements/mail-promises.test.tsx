import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { Joined } from '../../src/features/checkout/subscribe-outcomes.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

async function joined(site: Partial<Bootstrap['site']>): Promise<string> {
  const bootstrap = bootstrapOf({ site, viewer: person() });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <Joined />
      </Providers>
    </MemoryRouter>,
  );
}

describe('a screen promises mail', () => {
  it('after joining only where mail reaches people', async () => {
    expect(await joined({ sendsMail: true })).toContain('A receipt is on its way to ottilie@brandt.example.');
    expect(await joined({ sendsMail: false })).not.toContain('receipt');
  });

  it('with the form to write to the creator, which is there only where that mail is sent', async () => {
    const written = async (sendsMail: boolean): Promise<string> =>
      (
        await render(
          bootstrapOf({
            path: '/like-the-website',
            site: { sendsMail },
            settings: { show_like_the_website_form: true },
          }),
        )
      ).html;
    expect(await written(true)).toMatch(/<textarea[^>]* name="message"/);
    const without = await written(false);
    expect(without).toContain('be sent here at the moment');
    expect(without).not.toMatch(/<textarea|by email/);
  });

  it('in no language while a payment is open, and of no renewal that failed', async () => {
    const folder = join(import.meta.dirname, '../../../../packages/domain/src/texts');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    expect(files).toHaveLength(6);
    for (const name of files) {
      const texts = {
        ...JSON.parse(await readFile(join(folder, name), 'utf8')),
        ...JSON.parse(await readFile(join(folder, 'account', name), 'utf8')),
        ...JSON.parse(await readFile(join(folder, 'studio', name), 'utf8')),
      } as Record<string, string>;
      for (const key of ['subscribe-still-processing', 'home-renewal-failed-help'])
        expect(texts[key], `${name} ${key}`).not.toMatch(/e-?mail|\bmail|correo|بريد/i);
    }
  });
});
