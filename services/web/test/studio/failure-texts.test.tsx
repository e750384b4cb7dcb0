import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { NoAnswer } from '../../src/components/studio/list-states.tsx';
import { Page as CouponPage } from '../../src/features/coupons/coupon-page.tsx';
import { useSaveSettings, type SettingEdits } from '../../src/features/studio/settings/save-setting.ts';
import { ApiError } from '../../src/lib/api.ts';
import { useErrorText } from '../../src/lib/texts/error-text.ts';
import { useFailureText } from '../../src/lib/texts/failure-text.ts';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(() => addStudioTexts('en'));

type Queries = ReturnType<typeof makeQueryClient>;
async function show(inside: React.ReactNode, fill: (queries: Queries, site: string) => void = () => {}) {
  const bootstrap = bootstrapOf({ path: '/admin', viewer: person({ role: 'model', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  fill(queries, bootstrap.site.id);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/coupon/c1']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{inside}</Providers>
    </MemoryRouter>,
  );
}

const broken = new ApiError(500, { code: 'internal-error', message: 'Something went wrong.' });
function Told({ error }: { readonly error: unknown }) {
  return <p>{useFailureText('save-promotion-error')(error)}</p>;
}

/** Saves at once. */
function Saving({ edits, onTold }: { edits: SettingEdits; onTold: (text: Promise<string | null>) => void }) {
  const { save } = useSaveSettings();
  const errorText = useErrorText();
  onTold(save(edits).catch(errorText));
  return null;
}

describe('what failed', () => {
  it.each([
    ['what it was, where the server does not say why', broken, 'Error in save promotion.'],
    [
      'the same where what stands before the server answers',
      new ApiError(502, { code: 'internal-error' }),
      'Error in save promotion.',
    ],
    ['the same of a refusal without words', new ApiError(409, { code: 'odd' }), 'Error in save promotion.'],
    ['a refusal in its own words', new ApiError(409, { code: 'promotion-running', message: 'One runs.' }), 'One runs.'],
    [
      'that the connection was lost',
      new ApiError(0, { code: 'network' }),
      'The connection was lost. Please try again.',
    ],
  ])('is told: %s', async (_, error, text) => {
    expect(await show(<Told error={error} />)).toContain(`<p>${text}</p>`);
  });

  it.each([
    [{ enable_coupons: true, display_coupon_box_to_user: true }, broken, 'Error while save coupon code settings.'],
    [{ enable_coupons: true, site_name: 'Kiln' }, broken, 'Error in update settings.'],
    [{ site_name: 'Kiln' }, new ApiError(409, { code: 'odd', message: 'So it is.' }), 'So it is.'],
  ])('is told of settings: %o', async (edits, error, text) => {
    const answer = { success: false, code: error.code, message: error.message };
    vi.stubGlobal('fetch', async () => Response.json(answer, { status: error.status }));
    try {
      const told = vi.fn<(text: Promise<string | null>) => void>();
      await show(<Saving edits={edits} onTold={told} />);
      expect(await told.mock.calls[0]?.[0]).toBe(text);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is told in the place of what was to be shown, and by the usual words where it has none', async () => {
    const asked = { error: broken, fetchStatus: 'idle', refetch: () => {} } as const;
    expect(await show(<NoAnswer asked={{ ...asked, failed: 'get-promotion-error' }} />)).toContain(
      'Error in get promotion.',
    );
    expect(await show(<NoAnswer asked={asked} />)).toContain('Something went wrong on our side.');
  });

  it('is told on the page of a coupon', async () => {
    const page = (
      <Routes>
        <Route path="/admin/coupon/:couponId" element={<CouponPage />} />
      </Routes>
    );
    const html = await show(page, (queries, site) => {
      // As after its first answer: drawn anew, it would ask again.
      queries.setDefaultOptions({ queries: { retryOnMount: false } });
      const query = queries.getQueryCache().build(queries, { queryKey: [site, 'coupons', 'one', 'c1', 1] });
      query.setState({ status: 'error', error: broken });
    });
    expect(html).toContain('Error while get coupon details.');
  });
});
