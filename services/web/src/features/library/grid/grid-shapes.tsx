import { useTranslation } from 'react-i18next';

/** The squares of files that come. */
export function GridShapes({ rows = 3 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className="library-shapes" role="status" aria-label={t('a11y-loading')}>
      {Array.from({ length: rows * 5 }, (_, tile) => (
        <span key={tile} />
      ))}
    </div>
  );
}
