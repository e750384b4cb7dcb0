import type { LibraryMedia, MediaCategory } from '@backlot/contracts/library';
import { allMediaSlug } from '@backlot/domain/posts/built-in-categories';
import { AssignDialog } from './assign-dialog.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export type LibraryTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'delete-category'; readonly category: MediaCategory }
  | { readonly kind: 'assign' | 'delete'; readonly ids: readonly string[] };

interface TasksProps {
  readonly task: LibraryTask;
  readonly media: readonly LibraryMedia[];
  readonly categories: readonly MediaCategory[];
  readonly active: string;
  readonly onClose: () => void;
  /** Files were moved or taken out. */
  readonly onFiles: () => void;
  /** Categories changed; `show` is the one to open, where another one than before. */
  readonly onCategory: (show?: string) => void;
}

/** The question that is open. */
export function LibraryTasks({ task, media, categories, active, onClose, onFiles, onCategory }: TasksProps) {
  switch (task.kind) {
    case 'add':
      return (
        <CategoryDialog category={null} others={categories} onSaved={({ _id }) => onCategory(_id)} onClose={onClose} />
      );
    case 'rename':
      return (
        <CategoryDialog category={task.category} others={categories} onSaved={() => onCategory()} onClose={onClose} />
      );
    case 'delete-category':
      return (
        <DeleteCategoryDialog category={task.category} onDeleted={() => onCategory(allMediaSlug)} onClose={onClose} />
      );
    case 'assign':
      return (
        <AssignDialog
          media={some(media, task.ids)}
          categories={categories}
          active={active}
          onDone={onFiles}
          onClose={onClose}
        />
      );
    case 'delete':
      return <DeleteDialog media={some(media, task.ids)} onDeleted={onFiles} onClose={onClose} />;
  }
}

const some = (media: readonly LibraryMedia[], ids: readonly string[]): readonly LibraryMedia[] =>
  ids.flatMap((id) => media.find(({ _id }) => _id === id) ?? []);
