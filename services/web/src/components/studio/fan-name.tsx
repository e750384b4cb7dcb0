import { paths } from '../../lib/paths.ts';
import { useStudioMenu } from '../../lib/studio-menu.ts';
import { SiteLink } from '../site-link.tsx';

interface FanNameProps {
  readonly fan: { readonly _id: string; readonly name: string; readonly email: string };
}

/** A fan's name, which leads to their page where the viewer may open it. A row around it is not opened by it. */
export function FanName({ fan: { _id, name, email } }: FanNameProps) {
  const menu = useStudioMenu();
  const shown = name || email;
  if (!menu.has(paths.subscribers)) return <b className="cut">{shown}</b>;
  return (
    <SiteLink to={paths.fan(_id)} className="cut fan-name" onClick={(event) => event.stopPropagation()}>
      {shown}
    </SiteLink>
  );
}
