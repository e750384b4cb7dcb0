import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Check, Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import type { TagView } from '@backlot/contracts/tags';
import { normaliseTag, tagNameError } from '@backlot/domain/posts/post-form';
import { tagNameMax } from '@backlot/domain/limits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { FieldError } from '../../../components/field.tsx';
import { Empty, Lines } from '../../../components/studio/list-states.tsx';
import { SearchBox } from '../../../components/studio/search-box.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useFormats } from '../../../lib/site.tsx';
import type { TaskProps } from './task-props.ts';
import { useKnownTags } from '../list/studio-posts.ts';
import { useTagCalls } from './tags-calls.ts';

/** What is wrong with a tag's name, before the server is asked; `others` are the names of the other tags (TAG-07 to TAG-11). */
export function tagDialogError(
  typed: string,
  others: readonly string[],
): 'tag-blank' | 'tag-too-long' | 'tag-exists' | null {
  return (
    tagNameError(typed) ?? (others.some((other) => normaliseTag(other) === normaliseTag(typed)) ? 'tag-exists' : null)
  );
}

/** All tags of the site, which of them this post carries, and their names. */
export function TagsDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data: tags } = useKnownTags();
  const [on, setOn] = useState<ReadonlySet<string>>(() => new Set(post.feed_tags.map(({ id }) => id)));
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<TagView | 'new' | null>(null);
  const [asked, setAsked] = useState<TagView | null>(null);
  const set = (id: string, isOn: boolean): void =>
    setOn((before) => new Set(isOn ? [...before, id] : [...before].filter((other) => other !== id)));
  const { put, save, remove } = useTagCalls(
    post._id,
    (now) => setOn(new Set(now.map(({ id }) => id))),
    ({ id, isOn }) => set(id, !isOn),
  );
  const found = (tags ?? []).filter(({ name }) => normaliseTag(name).includes(normaliseTag(search)));
  const toggle = (id: string, isOn: boolean): void => {
    set(id, isOn);
    put.mutate({ id, isOn });
  };
  const others = (id: string | null): string[] => (tags ?? []).filter((tag) => tag.id !== id).map(({ name }) => name);
  return (
    <Dialog
      title={t('select-tags-title')}
      onClose={onClose}
      className="tags-dialog"
      actions={
        <Button size="large" onClick={onClose}>
          {t('btn-close')}
        </Button>
      }
    >
      <div className="tags-top">
        <SearchBox label={t('tags-search')} value={search} onSearch={setSearch} />
        <Button onClick={() => setEdited('new')}>
          <Plus className="icon" aria-hidden />
          {t('tags-new')}
        </Button>
      </div>
      {edited === 'new' ? (
        <TagName
          name={normaliseTag(search)}
          others={others(null)}
          save={(name) => save.mutateAsync({ id: null, name })}
          onDone={() => setEdited(null)}
        />
      ) : null}
      {tags === undefined ? <Lines count={5} /> : null}
      {tags !== undefined && found.length === 0 ? (
        <Empty icon={Tags} text={t(search === '' ? 'reuse-no-tags' : 'tags-none-found')} />
      ) : null}
      <ul className="tags-list">
        {found.map((tag) =>
          edited !== 'new' && edited?.id === tag.id ? (
            <li key={tag.id}>
              <TagName
                name={tag.name}
                others={others(tag.id)}
                save={(name) => save.mutateAsync({ id: tag.id, name })}
                onDone={() => setEdited(null)}
              />
            </li>
          ) : (
            <li key={tag.id}>
              <label className="tags-choice">
                <input
                  type="checkbox"
                  checked={on.has(tag.id)}
                  onChange={(event) => toggle(tag.id, event.target.checked)}
                />
                <span dir="auto">{tag.name}</span>
                <small className="muted">
                  {t('post-count', { count: tag.count })}
                  <span className="visually-hidden"> {number(tag.count)}</span>
                </small>
              </label>
              <IconButton aria-label={t('tags-edit', { name: tag.name })} onClick={() => setEdited(tag)}>
                <Pencil className="icon" aria-hidden />
              </IconButton>
              <IconButton aria-label={t('tags-delete', { name: tag.name })} onClick={() => setAsked(tag)}>
                <Trash2 className="icon" aria-hidden />
              </IconButton>
            </li>
          ),
        )}
      </ul>
      {asked ? (
        <ConfirmDialog
          title={t('tag-delete-confirm')}
          isDanger
          confirmLabel={t('btn-delete')}
          busy={remove.isPending}
          onCancel={() => setAsked(null)}
          onConfirm={() =>
            remove.mutate(asked.id, { onSuccess: () => set(asked.id, false), onSettled: () => setAsked(null) })
          }
        >
          <p className="muted" dir="auto">
            {asked.name}
          </p>
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}

interface TagNameProps {
  readonly name: string;
  readonly others: readonly string[];
  readonly save: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** The name of one tag, new or old. */
function TagName({ name, others, save, onDone }: TagNameProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const errorText = useErrorText();
  const id = useId();
  const submit = async (): Promise<void> => {
    const wrong = tagDialogError(text, others);
    setError(wrong === null ? null : t(wrong));
    if (wrong !== null || isBusy) return;
    setBusy(true);
    await save(normaliseTag(text)).then(onDone, (refused: unknown) => setError(errorText(refused)));
    setBusy(false);
  };
  return (
    <form
      className="tag-name"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="input" data-wrong={error ? true : undefined}>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears where the person has just asked for it
          autoFocus
          dir="auto"
          value={text}
          maxLength={tagNameMax + 10}
          required
          aria-label={t('tags-name')}
          placeholder={t('tags-name')}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              onDone();
            }
          }}
        />
        <IconButton type="submit" aria-label={t('btn-save')} aria-disabled={isBusy || undefined}>
          <Check className="icon" aria-hidden />
        </IconButton>
      </div>
      <FieldError id={id} text={error} />
    </form>
  );
}
