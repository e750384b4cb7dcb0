import type { MyPhotoId } from '@backlot/contracts/photo-ids';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { PhotoIdPanel } from '../../src/features/checkout/photo-id/photo-id-panel.tsx';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

const none: MyPhotoId = { state: 'none', sent_at: null, reason: null, limit: 30, limit_while_waiting: 60 };
const sentAt = '2026-03-10T12:00:00.000Z';

async function show(mine: MyPhotoId): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/upload-photo-id', viewer: person({}) });
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <PhotoIdPanel mine={mine} />
      </Providers>
    </MemoryRouter>,
  );
}

describe('the page of a photo id', () => {
  it('says what the limit is, what it rises to, and for how long the document is kept', async () => {
    const html = await show(none);
    for (const part of [
      'up to $30.00',
      'raise this to $60.00',
      '30 days after the decision',
      '90 days after you sent it',
    ])
      expect(html).toContain(part);
  });

  it('ACC-27 offers pictures and PDFs', async () => {
    expect(await show(none)).toContain('accept="image/png,image/jpeg,image/webp,application/pdf"');
  });

  it('says since when one waits and offers to replace it', async () => {
    const html = await show({ ...none, state: 'waiting', sent_at: sentAt, limit: 60 });
    expect(html).toMatch(/Waiting for review.*Sent on Mar 10, 2026.*up to \$60\.00.*Send a different file instead/);
  });

  it('gives the reason for which one was rejected, and the form for another', async () => {
    const html = await show({ ...none, state: 'rejected', sent_at: sentAt, reason: 'incomplete' });
    expect(html).toMatch(/not accepted.*Part of the document was missing\..*up to \$30\.00.*type="file"/);
  });

  it('asks for nothing where nothing limits the fan', async () => {
    for (const state of ['none', 'accepted'] as const) {
      const html = await show({ ...none, state, limit: null, limit_while_waiting: null });
      expect(html).toContain('Your purchases have no limit.');
      expect(html).not.toContain('type="file"');
    }
  });
});
