import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths, type PostTask } from '../../../lib/paths.ts';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RefreshBlurDialog } from './refresh-blur-dialog.tsx';
import { ReuseDialog } from './reuse-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import type { TaskProps } from './task-props.ts';
import './task-dialog.css';

const dialogs: Readonly<Record<Exclude<PostTask, 'reuse'>, ComponentType<TaskProps>>> = {
  edit: EditDialog,
  tags: TagsDialog,
  review: ReviewDialog,
  rotate: RotateDialog,
  'refresh-blur': RefreshBlurDialog,
  delete: DeleteDialog,
};
const isTask = (text: string | undefined): text is PostTask =>
  text === 'reuse' || (text !== undefined && text in dialogs);

/** The dialog that the address names, over the list. */
export function PostTaskArea() {
  const { id } = useParams();
  const task = useLocation().pathname.split('/')[4];
  const onClose = useLeave();
  if (id === undefined || !isTask(task)) return null;
  if (task === 'reuse') return <ReuseDialog id={id} onClose={onClose} />;
  return <Loaded key={`${id} ${task}`} id={id} task={task} onClose={onClose} />;
}

function Loaded({ id, task, onClose }: { id: string; task: Exclude<PostTask, 'reuse'>; onClose: () => void }) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const toast = useToast();
  // As it is now, whole: a card in a list knows only its first pictures.
  const { data, error } = useQuery({
    queryKey: [...queryKeys.post(site, id), 'task'],
    queryFn: async ({ signal }) => (await api('GET /api/blog/get-blog-data-by-id', { query: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (!error) return;
    toast({ text: t('post-not-found'), tone: 'bad' });
    onClose();
    // Once an error is enough.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  const Task = dialogs[task];
  if (!data)
    return error ? null : (
      <Dialog title={t('a11y-loading')} hideTitle onClose={onClose}>
        <div className="task-wait" role="status">
          <span className="busy-ring" aria-hidden="true" />
          <span className="visually-hidden">{t('a11y-loading')}</span>
        </div>
      </Dialog>
    );
  return <Task post={data} onClose={onClose} />;
}

/** Back to where the person came from: the list as it was, or the page of the site that led here. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => {
    const from = new URLSearchParams(search).get('from');
    if (from !== null && isOwnPath(from)) window.location.assign(from);
    else if ((state as { isFromList?: boolean } | null)?.isFromList) void navigate(-1);
    else void navigate({ pathname: paths.studioPosts, search });
  };
}

/** Of this site and no other: `//elsewhere` and `/\elsewhere` are other sites. */
export const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])/.test(path) && new URL(path, 'http://here').host === 'here';
