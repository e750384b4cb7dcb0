import type { PostMenuEntry } from '@backlot/domain/people/capabilities';
import {
  Clapperboard,
  Droplets,
  Ellipsis,
  Pencil,
  Recycle,
  RotateCw,
  Tags,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Popover } from '../../components/popover.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { postEntries } from '../../entities/post/post-entries.ts';
import type { PostMenuProps } from '../../entities/post/post-slots.tsx';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { usePostActs } from './post-acts.ts';
import './post-menu.css';

const looks: Readonly<
  Record<
    PostMenuEntry,
    {
      readonly icon: LucideIcon;
      readonly text:
        | 'menu-edit'
        | 'menu-tags'
        | 'menu-refresh-blur'
        | 'menu-rotate'
        | 'menu-reuse'
        | 'menu-video-process'
        | 'menu-delete';
    }
  >
> = {
  edit: { icon: Pencil, text: 'menu-edit' },
  tags: { icon: Tags, text: 'menu-tags' },
  'refresh-blur': { icon: Droplets, text: 'menu-refresh-blur' },
  rotate: { icon: RotateCw, text: 'menu-rotate' },
  reuse: { icon: Recycle, text: 'menu-reuse' },
  'video-process': { icon: Clapperboard, text: 'menu-video-process' },
  delete: { icon: Trash2, text: 'menu-delete' },
};

/** What staff do with a post from its card. Whatever needs a form lies in the creator area, which leads back here. */
export function PostMenu({ post, onGone }: PostMenuProps) {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const { pathname, search } = useLocation();
  const acts = usePostActs(post, onGone);
  const [isDeleting, setDeleting] = useState(false);
  const [now] = useState(() => Date.now());
  const entries = postEntries(viewer, post, now);
  if (entries.length === 0) return null;
  const here = {
    'refresh-blur': acts.refreshBlur,
    'video-process': acts.processFilms,
    delete: () => setDeleting(true),
  } as const;
  return (
    <>
      <Popover label={t('a11y-post-menu')} className="post-menu" trigger={<Ellipsis className="icon" aria-hidden />}>
        {(close) => (
          <div className="menu-list">
            {entries.map((entry) => {
              const { icon: Icon, text } = looks[entry];
              const inside = (
                <>
                  <Icon className="icon" aria-hidden />
                  {t(text)}
                </>
              );
              return entry === 'refresh-blur' || entry === 'video-process' || entry === 'delete' ? (
                <button
                  key={entry}
                  type="button"
                  className="menu-button"
                  data-bad={entry === 'delete' || undefined}
                  onClick={() => {
                    close();
                    here[entry]();
                  }}
                >
                  {inside}
                </button>
              ) : (
                <SiteLink key={entry} to={paths.postTask(post._id, entry, `${pathname}${search}`)}>
                  {inside}
                </SiteLink>
              );
            })}
          </div>
        )}
      </Popover>
      {isDeleting ? (
        <ConfirmDialog
          title={t('post-delete-confirm')}
          confirmLabel={t('btn-delete')}
          busy={acts.isDeleting}
          onCancel={() => setDeleting(false)}
          onConfirm={() => {
            void acts.remove().then(() => setDeleting(false));
          }}
        >
          <p>{t('post-delete-keeps')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
