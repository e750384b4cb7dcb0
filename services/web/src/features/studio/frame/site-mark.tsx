import { useSetting, useSite } from '../../../lib/site.tsx';

/** The site's own sign: its avatar or icon, else its first letter. */
export function SiteMark() {
  const { name } = useSite();
  const [avatar, icons, favicon] = [useSetting('avatar_url'), useSetting('manifest_icons'), useSetting('favicon')];
  const picture = avatar || icons?.[0] || favicon;
  if (picture) return <img className="site-mark" src={picture} alt="" width={32} height={32} />;
  return (
    <span className="site-mark" aria-hidden="true">
      {[...name][0]?.toUpperCase() ?? ''}
    </span>
  );
}
