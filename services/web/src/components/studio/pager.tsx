import IconButton from '@mui/material/IconButton';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly rows: number;
  readonly limit: number;
  readonly onPage: (page: number) => void;
  /** A sum, for example. */
  readonly children?: ReactNode;
}

/** Foot of a table: which rows these are, and the way to the others. */
export function Pager({ page, pages, rows, limit, onPage, children }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const from = rows === 0 ? 0 : (page - 1) * limit + 1;
  return (
    <footer className="table-foot">
      <span>
        {t('pager-showing', { from: number(from), to: number(Math.min(rows, page * limit)), total: number(rows) })}
      </span>
      {children}
      <span className="pager">
        <IconButton
          size="medium"
          data-framed
          aria-label={t('a11y-previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft className="icon icon-flip" aria-hidden />
        </IconButton>
        <IconButton
          size="medium"
          data-framed
          aria-label={t('a11y-next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight className="icon icon-flip" aria-hidden />
        </IconButton>
      </span>
    </footer>
  );
}
