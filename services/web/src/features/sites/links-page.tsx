import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { useSetting, useSite } from '../../lib/site.tsx';
import { useLinksMenu } from './frame/menu-items.ts';
import { MenuLink } from './frame/menu-link.tsx';
import './links.css';

/** The site's links for this viewer's role (ROLE-12 to ROLE-15), under its own title. */
export function Page() {
  const { t } = useTranslation();
  const { name } = useSite();
  const title = useSetting('links_page.title') || t('landing-links', { name });
  const text = useSetting('links_page.description');
  const links = useLinksMenu();
  return (
    <div className="links-page">
      <h1 tabIndex={-1} dir="auto">
        {title}
      </h1>
      {text ? (
        <p className="lede" dir="auto">
          {text}
        </p>
      ) : null}
      {links.length === 0 ? (
        <>
          <p>{t('links-empty')}</p>
          <p>
            <ButtonLink to={paths.feed} tone="quiet" size="s">
              {t('btn-go-to-feed')}
            </ButtonLink>
          </p>
        </>
      ) : (
        <ul>
          {links.map((link) => (
            <li key={`${link.label} ${link.url}`}>
              <MenuLink link={link} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
