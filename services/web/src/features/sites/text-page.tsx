import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useSetting, useSite } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts.ts';

const titles: Readonly<Record<string, TextKey>> = {
  'terms-of-service': 'footer-terms', 'privacy-policy': 'footer-privacy', dmca: 'footer-dmca', 2257: 'footer-2257',
  faq: 'footer-faq', 'contact-us': 'contact-title', 'content-removal': 'footer-content-removal',
};

/** Terms, privacy and the other pages that the site writes itself. */
export function Page() {
  const { t } = useTranslation();
  const site = useSite();
  const slug = useLocation().pathname.split('/')[1] ?? '';
  const page = useQuery({
    queryKey: [site.id, 'page', slug],
    queryFn: async ({ signal }) => (await api('GET /api/pages/get_html', { query: { slug }, signal })).data,
  });
  const title = page.data?.title || t(titles[slug] ?? 'footer-legal');
  return (
    <article className="text-page">
      <h1 tabIndex={-1} dir="auto">{title}</h1>
      {page.isPending ? <Skeleton lines={8} /> : null}
      {page.data ? <RichText html={page.data.html} /> : null}
      {page.isError ? (isAbsent(page.error)
        ? (slug === 'contact-us' ? null : <p>{t('page-empty')}</p>)
        : <div role="alert" className="text-page-failed"><p>{t('error-load')}</p><Button tone="quiet" size="s" onClick={() => { void page.refetch(); }}>{t('btn-try-again')}</Button></div>) : null}
      {slug === 'contact-us' ? <ContactLine /> : null}
    </article>
  );
}

const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function ContactLine() {
  const { t } = useTranslation();
  const own = useSetting('contact_us_email');
  const billing = useSetting('billing_support_email');
  const text = useSetting('contact_us_text');
  const email = own || billing;
  if (!email) return text ? <p>{text}</p> : null;
  const [before = '', after = ''] = t('contact-text', { email: '\u0000' }).split('\u0000');
  return <>{text ? <p>{text}</p> : null}<p>{before}<a href={`mailto:${email}`}>{email}</a>{after}</p></>;
}
