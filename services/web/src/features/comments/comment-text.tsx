import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Longer than this, or with more lines, the rest is a press away. */
const longChars = 420;
const longLines = 7;

export function CommentText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > longChars || text.split('\n').length > longLines;
  return (
    <>
      <p className="comment-text" dir="auto" data-cut={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          className="link-button comment-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('btn-show-less') : t('btn-show-more')}
        </button>
      ) : null}
    </>
  );
}
