import { X } from 'lucide-react';
import { normaliseTag, tagError } from '@backlot/domain/posts/post-form';
import { tagNameMax } from '@backlot/domain/limits';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { useFormats } from '../../../lib/site.tsx';

export interface KnownTag {
  readonly name: string;
  readonly count: number;
}

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly known: readonly KnownTag[];
  readonly label?: string;
  /** What stands in the empty field. */
  readonly hint?: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

/** Enter or a comma makes a tag of what is typed; tags that fit are offered with their number of posts. */
export function TagsField({ tags, known, label, hint, onChange }: TagsFieldProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [text, setText] = useState('');
  const [error, setError] = useState<'tag-empty' | 'tag-added' | 'tag-too-long' | null>(null);
  const id = useId();
  const typed = normaliseTag(text);
  const chosen = tags.map(normaliseTag);
  const offered = known
    .filter(({ name }) => !chosen.includes(normaliseTag(name)) && (typed === '' || normaliseTag(name).includes(typed)))
    .slice(0, 4);
  const add = (name: string): void => {
    const wrong = tagError(name, chosen);
    setError(wrong);
    if (wrong) return;
    onChange([...tags, normaliseTag(name)]);
    setText('');
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey) || event.key === ',') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return (
    <section>
      <label className="form-label" htmlFor={id}>
        {label ?? t('create-tags')}
      </label>
      <div className="input tags-input">
        {tags.map((tag) => (
          <span key={tag} className="tag">
            <span dir="auto">{tag}</span>
            <button
              type="button"
              aria-label={t('create-tag-remove', { tag })}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              <X className="icon" aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          dir="auto"
          value={text}
          maxLength={tagNameMax + 10}
          autoComplete="off"
          aria-describedby={`${id}-help`}
          placeholder={tags.length === 0 ? (hint ?? t('create-tags-hint')) : ''}
          onKeyDown={onKey}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onBlur={() => {
            if (typed !== '') add(text);
          }}
        />
      </div>
      {offered.length > 0 ? (
        <p className="form-help tags-offered" id={`${id}-help`}>
          {t('create-tags-pick')}{' '}
          {offered.map(({ name, count }) => (
            <button
              key={name}
              type="button"
              className="usual"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(name)}
            >
              {name} <small>{number(count)}</small>
            </button>
          ))}
        </p>
      ) : (
        <p className="form-help" id={`${id}-help`}>
          {t('create-tags-help')}
        </p>
      )}
      <FieldError text={error ? t(error) : null} />
    </section>
  );
}
