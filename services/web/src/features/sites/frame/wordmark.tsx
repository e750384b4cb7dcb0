import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { useSetting, useSite } from '../../../lib/site.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';

/** NAV-02 to NAV-04: sign, 'WELCOME TO' and the site's name, which is the name the creator goes by. */
export function Wordmark({ to = paths.root }: { to?: string }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const { Mark } = useSlots();
  const avatar = useSetting('avatar_url');
  const showAvatar = useSetting('show_avatar_image');
  const icon = useSetting('manifest_icons')?.[0];
  const showWelcome = useSetting('show_influencer_name') !== false;
  const colour = useSetting('influencer_name_color');
  const welcome = useCustomText('navbar_welcome_text');
  return (
    <SiteLink to={to} className="wordmark">
      <Mark name={name} imageUrl={showAvatar && avatar ? avatar : null} iconUrl={icon || null} />
      <span className="wordmark-text">
        {showWelcome ? (
          <>
            <small>{welcome || t('navbar-welcome-to')}</small>{' '}
          </>
        ) : null}
        <b style={colour ? { color: colour } : undefined}>
          <Name text={name} />
        </b>
      </span>
    </SiteLink>
  );
}

/** An ampersand is drawn in the accent where the theme likes it. */
function Name({ text }: { text: string }) {
  return <>{text.split(/(&)/).map((part, index) => (part === '&' ? <i key={index}>{part}</i> : part))}</>;
}
