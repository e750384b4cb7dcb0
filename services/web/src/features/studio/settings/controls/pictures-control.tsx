import IconButton from '@mui/material/IconButton';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SettingKey } from '@backlot/domain/settings';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { MediaLook, MediaWays } from './media-control.tsx';
import { withPicture } from '../setting-files.tsx';

/** Pictures that follow each other, in their order; what is chosen comes last. */
export function PicturesControl({ fieldId, id, name, value, describedBy, onChange }: ControlProps) {
  const settingKey = fieldId as SettingKey;
  const paths = (value as readonly string[] | undefined) ?? [];
  const { t } = useTranslation();
  const move = (from: number, to: number): void => {
    const next = [...paths];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <div className="media-control" role="group" aria-label={name} aria-describedby={describedBy}>
      {paths.length === 0 ? null : (
        <ul className="setting-pictures">
          {paths.map((path, at) => {
            const named = t('media-photo-n', { n: at + 1 });
            return (
              <li key={path}>
                <MediaLook path={path} isIcon={settingKey === 'manifest_icons'} />
                <span>
                  {paths.length === 1 ? null : (
                    <IconButton
                      data-framed
                      disabled={at === 0}
                      aria-label={t('create-move-earlier-name', { name: named })}
                      onClick={() => move(at, at - 1)}
                    >
                      <ArrowLeft className="icon icon-flip" aria-hidden />
                    </IconButton>
                  )}
                  {paths.length === 1 ? null : (
                    <IconButton
                      data-framed
                      disabled={at === paths.length - 1}
                      aria-label={t('create-move-later-name', { name: named })}
                      onClick={() => move(at, at + 1)}
                    >
                      <ArrowRight className="icon icon-flip" aria-hidden />
                    </IconButton>
                  )}
                  <IconButton
                    data-framed
                    aria-label={t('create-remove', { name: named })}
                    onClick={() => onChange(paths.filter((_, index) => index !== at))}
                  >
                    <X className="icon" aria-hidden />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <MediaWays settingKey={settingKey} id={id} name={name} onChosen={(path) => onChange(withPicture(paths, path))} />
    </div>
  );
}
