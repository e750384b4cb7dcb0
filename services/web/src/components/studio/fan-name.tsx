import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { SiteLink } from '../site-link.tsx';

interface FanNameProps {
  readonly fan: { readonly _id: string; readonly name: string; readonly email: string };
}

/** A fan's name, which leads to their page where the viewer may open it. A row around it is not opened by it. */
export function FanName({ fan: { _id, name, email } }: FanNameProps) {
  const { t } = useTranslation();
  const menu = useStudioMenu();
  const place = useLocation();
  const shown = name || email;
  // Whose account was deleted has neither.
  if (shown === '' || !menu.has(paths.subscribers)) return <b className="cut">{shown || t('fan')}</b>;
  return (
    <SiteLink
      to={paths.fan(_id)}
      state={leftAt(place)}
      className="cut fan-name"
      onClick={(event) => event.stopPropagation()}
    >
      {shown}
    </SiteLink>
  );
}
