import Button from '@mui/material/Button';
import type { ExportAsk } from '@backlot/contracts/http/exports';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fetchExport } from '../../lib/fetch-export.ts';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { useMe, useSetting } from '../../lib/site.tsx';
import { useToast } from '../toasts.tsx';

interface ExportProps {
  readonly ask: ExportAsk;
  readonly isEmpty: boolean;
  readonly size?: 's';
}

/** Takes a list away as a file: all rows that match, not only the page. Absent for content managers where the site does not allow it. */
export function ExportButton({ ask, isEmpty, size }: ExportProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const isAllowed = useSetting('enable_csv_download_for_content_managers') === true;
  const isContentManager = useMe()?.role === 'content_manager';
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchExport(ask, () => toast({ text: t('csv-working') })),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  if (isContentManager && !isAllowed) return null;
  return (
    <Button
      size={size === 's' ? 'small' : 'medium'}
      disabled={isEmpty}
      aria-disabled={isPending || undefined}
      title={t('csv-help')}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      <Download className="icon" aria-hidden />
      {t('csv')}
    </Button>
  );
}
