import { useTranslation } from 'react-i18next';

/** Blocks in a page's shape. They show only after 300 ms, by the stylesheet. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation();
  return (
    <div className="skeleton" role="status" aria-label={t('a11y-loading')}>
      <span className="skeleton-block skeleton-title" />
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-block" />
      ))}
    </div>
  );
}
