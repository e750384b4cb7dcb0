import type { FanPhotoId } from '@backlot/contracts/photo-ids';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';

/** Who opened a document that few may see, and when, as an entry of `Details`; none while nobody did. */
export function useOpenings(openings: FanPhotoId['openings']) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  return (
    openings.length > 0 && {
      name: t('photo-id-openings'),
      value: (
        <ul className="openings">
          {openings.map((one) => (
            <li key={one.date + one.by}>
              {exact(one.date)} · <span dir="auto">{one.by}</span>
            </li>
          ))}
        </ul>
      ),
    }
  );
}
