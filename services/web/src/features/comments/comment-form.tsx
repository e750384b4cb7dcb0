import { segment } from '@backlot/domain/limits';
import { SendHorizontal } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../lib/storage/kept-text.ts';
import { useFormats } from '../../lib/site.tsx';

/** From so many characters before the end on, how many are left is told. */
const tellFrom = 100;

/** One field that grows, which keeps what is written under `name` until it is sent; ⌘ or Ctrl with Enter sends, as the button does. */
export function CommentForm({ name, max, onSend }: { name: string; max: number; onSend: (text: string) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const [text, setText, forget] = useKept(name, '');
  const left = max - (text.length < max - tellFrom ? text.length : segment(text).length);
  const isReady = text.trim() !== '' && left >= 0;
  const send = (): void => {
    if (!isReady) return;
    onSend(text.trim());
    setText('');
    forget();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {t('comment-write')}
      </label>
      <div className="field-box comment-box" data-wrong={left < 0 || undefined}>
        <textarea
          id={id}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('comment-write')}
          aria-describedby={left <= tellFrom ? `${id}-left` : undefined}
          aria-invalid={left < 0 || undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="icon-button comment-send" aria-label={t('comment-send')} disabled={!isReady}>
          <SendHorizontal className="icon icon-flip" aria-hidden />
        </button>
      </div>
      <p className="comment-left figures" id={`${id}-left`} aria-live="polite" data-over={left < 0 || undefined}>
        {left > tellFrom
          ? ''
          : left < 0
            ? t('comment-too-long', { max: number(max) })
            : t('comment-left', { count: left })}
      </p>
    </form>
  );
}
