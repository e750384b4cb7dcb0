import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { FolderOpen, Link2, Upload, X } from 'lucide-react';
import { uploadTypes } from '@backlot/domain/limits';
import type { SettingKey } from '@backlot/domain/settings';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { TextField } from '../../../../components/kit/text-field.tsx';
import { useUploadStatus } from '../../../../entities/upload/use-uploads.tsx';
import { useMediaSetting } from './media-setting.ts';

/** What a setting shows, and the ways to another: a file of this device, one of the library, or an address. */
export function MediaControl({
  fieldId,
  id,
  name,
  value: shown,
  describedBy,
  isWrong,
  onChange,
  onLeave,
}: ControlProps) {
  const { t } = useTranslation();
  const settingKey = fieldId as SettingKey;
  const value = String(shown ?? '');
  const [isTyping, setTyping] = useState(false);
  const isOpen = isTyping || (value !== '' && !value.startsWith('/media/'));
  return (
    <div className="media-control">
      {value === '' ? null : <MediaLook path={value} isIcon={settingKey === 'favicon'} />}
      {isOpen ? (
        <TextField
          id={id}
          value={value}
          describedBy={describedBy}
          isWrong={isWrong}
          onChange={onChange}
          onBlur={onLeave}
          inputProps={{ maxLength: 2000, dir: 'auto' }}
        />
      ) : null}
      <MediaWays settingKey={settingKey} id={isOpen ? undefined : id} name={name} onChosen={onChange}>
        {isOpen ? null : (
          <IconButton
            aria-label={t('set-media-address-name', { name })}
            title={t('set-media-address')}
            onClick={() => setTyping(true)}
          >
            <Link2 className="icon" aria-hidden />
          </IconButton>
        )}
        {value === '' ? null : (
          <IconButton
            aria-label={t('create-remove', { name })}
            title={t('btn-remove')}
            onClick={() => {
              setTyping(false);
              onChange('');
            }}
          >
            <X className="icon" aria-hidden />
          </IconButton>
        )}
      </MediaWays>
    </div>
  );
}

const isFilmPath = (path: string): boolean => /\.(mp4|mov|m4v|webm)$/i.test(path) || path.endsWith('/film');

/** `isIcon`: small and whole, as a tab or a home screen shows it. */
export function MediaLook({ path, isIcon = false }: { path: string; isIcon?: boolean }) {
  return isFilmPath(path) ? (
    <video className="media-look" src={path} muted playsInline preload="metadata" aria-hidden="true" />
  ) : (
    <img
      key={path}
      className="media-look"
      data-shape={isIcon ? 'square' : undefined}
      src={path}
      alt=""
      onError={(event) => {
        event.currentTarget.hidden = true;
      }}
    />
  );
}

interface WaysProps {
  readonly settingKey: SettingKey;
  readonly id?: string | undefined;
  readonly name: string;
  readonly onChosen: (path: string) => void;
  readonly children?: ReactNode;
}

/** The ways to a file for a setting, and how far it is. */
export function MediaWays({ settingKey, id, name, onChosen, children }: WaysProps) {
  const { t } = useTranslation();
  const statusOf = useUploadStatus();
  const pick = useRef<HTMLInputElement>(null);
  const media = useMediaSetting(settingKey, onChosen);
  return (
    <>
      <span className="media-ways">
        <Button
          size="small"
          id={id}
          aria-label={t('set-media-upload-name', { name })}
          disabled={media.isBusy}
          onClick={() => pick.current?.click()}
        >
          <Upload className="icon" aria-hidden />
          {t('set-media-upload')}
        </Button>
        {media.pick ? (
          <Button
            size="small"
            aria-label={t('set-media-pick-name', { name })}
            disabled={media.isBusy}
            onClick={media.pick}
          >
            <FolderOpen className="icon" aria-hidden />
            {t('set-media-pick')}
          </Button>
        ) : null}
        {children}
      </span>
      <input
        ref={pick}
        type="file"
        accept={uploadTypes.join(',')}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) media.upload(file);
        }}
      />
      <p className="small" role="status" data-wrong={media.problem !== null || undefined}>
        {media.item ? statusOf(media.item) : (media.problem ?? (media.isBusy ? t('saving') : ''))}
      </p>
    </>
  );
}
