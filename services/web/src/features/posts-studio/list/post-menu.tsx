import {
  Clapperboard,
  Droplets,
  ExternalLink,
  Pencil,
  Recycle,
  RotateCw,
  ShieldCheck,
  Tags,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import type { PostMenuEntry } from '@backlot/domain/people/capabilities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { paths, type PostTask } from '../../../lib/paths.ts';
import { ActionMenu, type MenuAction } from '../../../components/kit/action-menu.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { postEntries } from '../../../entities/post/post-entries.ts';
import { useMe, useSite, viewerOf } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { usePostName } from './post-labels.tsx';
import { postKeys } from './studio-posts.ts';

const looks: Readonly<Record<PostMenuEntry, { icon: LucideIcon; text: TextKey }>> = {
  edit: { icon: Pencil, text: 'menu-edit' },
  tags: { icon: Tags, text: 'menu-tags' },
  'refresh-blur': { icon: Droplets, text: 'menu-refresh-blur' },
  rotate: { icon: RotateCw, text: 'menu-rotate' },
  reuse: { icon: Recycle, text: 'menu-reuse' },
  'video-process': { icon: Clapperboard, text: 'menu-video-process' },
  delete: { icon: Trash2, text: 'menu-delete' },
};

interface PostMenuProps {
  readonly post: PostView;
  /** A list that shows the new version itself has its own way to publish again. */
  readonly onReuse?: () => void;
}

/** The menu of a post in the list. What needs a dialog has an address; the list stays as it is under it. */
export function PostMenu({ post, onReuse }: PostMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const viewer = viewerOf(useMe());
  const name = usePostName()(post).slice(0, 60);
  const processFilms = useVideoProcess();
  const now = useNow(60_000).getTime();
  const go = (task: PostTask) => (): void => {
    void navigate(`${paths.postTask(post._id, task)}${search}`, { state: { isFromList: true } });
  };
  const actions: MenuAction[] = postEntries(viewer, post, now).map((entry) => ({
    key: entry,
    icon: looks[entry].icon,
    text: t(looks[entry].text as 'menu-edit'),
    isBad: entry === 'delete',
    run:
      entry === 'video-process'
        ? () => processFilms.mutate(post._id)
        : entry === 'reuse' && onReuse
          ? onReuse
          : go(entry),
  }));
  const isOpen = post.is_published && post.state !== 'processing' && post.state !== 'error';
  const more: MenuAction[] = [
    ...(post.state === 'error' || post.isError
      ? [{ key: 'review', icon: ShieldCheck, text: t('btn-review-and-post'), run: go('review') }]
      : []),
    ...(isOpen
      ? [
          {
            key: 'see',
            icon: ExternalLink,
            text: t('btn-see-post'),
            run: () => window.location.assign(paths.post(post._id)),
          },
        ]
      : []),
  ];
  return <ActionMenu label={t('posts-menu', { name })} actions={[...more, ...actions]} />;
}

function useVideoProcess() {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: string) =>
      api('POST /api/admin/send_video_process_request', {
        body: { id, udid: id, videoFrom: 'blog', shouldGenerateBlurImage: true },
      }),
    onSuccess: ({ message }) => {
      toast({ text: message || t('video-process-sent'), tone: 'good' });
      for (const queryKey of postKeys(site)) void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}
