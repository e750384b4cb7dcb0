import { queryKeys } from '@backlot/contracts/bootstrap';
import type { CallMap } from '@backlot/contracts/http/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../components/button.tsx';
import { RichText } from '../../components/text/rich-text.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useSetting, useSite } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts/texts.ts';

const titles: Readonly<Record<string, TextKey>> = {
  'terms-of-service': 'footer-terms',
  'privacy-policy': 'footer-privacy',
  'refund-policy': 'footer-refund',
  dmca: 'footer-dmca',
  2257: 'footer-2257',
  faq: 'footer-faq',
  'contact-us': 'contact-title',
  'content-removal': 'footer-content-removal',
};

/** Terms, privacy and the other pages that the site writes itself. */
export function Page() {
  const { t } = useTranslation();
  const site = useSite();
  const slug = useLocation().pathname.split('/')[1] ?? '';
  const page = useQuery({
    queryKey: queryKeys.page(site.id, slug),
    queryFn: ({ signal }) => findPage(slug, signal),
  });
  const title = page.data?.title || t(titles[slug] ?? 'footer-legal');
  return (
    <article className="text-page">
      <h1 tabIndex={-1} dir="auto">
        {title}
      </h1>
      {page.isPending ? <Skeleton lines={8} /> : null}
      {page.data ? <RichText html={page.data.html} /> : null}
      {page.data === null && slug !== 'contact-us' ? (
        slug === 'refund-policy' ? (
          <Refunds />
        ) : (
          <p>{t('page-empty')}</p>
        )
      ) : null}
      {page.isError ? (
        <div role="alert" className="text-page-failed">
          <p>{t('error-load')}</p>
          <Button
            tone="quiet"
            size="s"
            onClick={() => {
              void page.refetch();
            }}
          >
            {t('btn-try-again')}
          </Button>
        </div>
      ) : null}
      {slug === 'contact-us' ? <ContactLine /> : null}
      {slug === 'contact-us' || slug === 'refund-policy' ? (
        <p>
          <SiteLink to={paths.charge}>{t('charge-title')}</SiteLink>
        </p>
      ) : null}
    </article>
  );
}

/** Where the site has written none: what holds in any case, and whom to ask. */
function Refunds() {
  const { t } = useTranslation();
  return (
    <p>
      <Filled
        id="refund-default"
        elements={{
          contact: (
            <SiteLink className="text-link" to={paths.contact}>
              {t('contact-title')}
            </SiteLink>
          ),
          terms: (
            <SiteLink className="text-link" to={paths.terms}>
              {t('footer-terms')}
            </SiteLink>
          ),
        }}
      />
    </p>
  );
}

/** Null for a page that the site has not written. */
async function findPage(
  slug: string,
  signal: AbortSignal,
): Promise<CallMap['GET /api/pages/get_html']['answer']['data'] | null> {
  try {
    return (await api('GET /api/pages/get_html', { query: { slug }, signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function ContactLine() {
  const { t } = useTranslation();
  const own = useSetting('contact_us_email');
  const billing = useSetting('billing_support_email');
  const text = useSetting('contact_us_text');
  const email = own || billing;
  if (!email) return text ? <p>{text}</p> : null;
  const [before = '', after = ''] = t('contact-text', { email: '\u0000' }).split('\u0000');
  return (
    <>
      {text ? <p>{text}</p> : null}
      <p>
        {before}
        <a href={`mailto:${email}`}>{email}</a>
        {after}
      </p>
    </>
  );
}
