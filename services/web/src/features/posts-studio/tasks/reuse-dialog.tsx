import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { ReuseForm } from './reuse-post-form.tsx';
import './task-dialog.css';

interface ReuseProps {
  readonly id: string;
  readonly onClose: () => void;
  /** REUSE-11: told of the new post, where the list behind it shows one. */
  readonly onReused?: (udid: string) => void;
}

/** Publishes a post again, as a new one for those who have not bought it. */
export function ReuseDialog({ id, onClose, onReused }: ReuseProps) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const toast = useToast();
  const { data, error } = useQuery({
    queryKey: [site, 'reuse', id],
    queryFn: async ({ signal }) => (await api('GET /api/blog/get-blog-for-reuse', { query: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (!error) return;
    toast({ text: t('reuse-load-failed'), tone: 'bad' });
    onClose();
    // Once an error is enough.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  if (!data)
    return error ? null : (
      <Dialog title={t('dialog-reuse-post')} onClose={onClose} shape="full" className="task-dialog">
        <div className="task-wait" role="status">
          <span className="busy-ring" aria-hidden="true" />
          <span className="visually-hidden">{t('a11y-loading')}</span>
        </div>
      </Dialog>
    );
  return <ReuseForm source={data} onClose={onClose} onReused={onReused} />;
}
