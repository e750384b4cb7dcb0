import { useTranslation } from 'react-i18next';
import type { TableFilter } from '../../../components/kit/table/table-types.ts';
import { useFormats, useSetting } from '../../../lib/site.tsx';
import { postsTable, useKnownTags } from './studio-posts.ts';

const stateTexts = {
  all: 'filter-all',
  published: 'post-state-published',
  scheduled: 'post-state-scheduled',
  processing: 'upload-state-processing',
  error: 'posts-state-error',
} as const;
const visibilityTexts = {
  all: 'filter-all',
  locked: 'lock-locked',
  private: 'visibility-private',
  public: 'visibility-public',
} as const;

interface Chosen {
  readonly state: string;
  readonly visibility: string;
  readonly tag: string | null;
}

/** Visibility, state and, where the site has them, tags. */
export function usePostFilters({ state, visibility, tag }: Chosen): readonly TableFilter[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const hasTags = useSetting('feed_tags_enable') === true;
  const { data: tags } = useKnownTags();
  const { filters } = postsTable;
  return [
    {
      name: 'visibility',
      shape: 'select',
      label: t('create-visibility'),
      value: visibility,
      options: filters.visibility.map((value) => ({ value, text: t(visibilityTexts[value]) })),
    },
    {
      name: 'state',
      shape: 'chips',
      label: t('column-status'),
      value: state,
      options: filters.state.map((value) => ({ value, text: t(stateTexts[value]) })),
    },
    {
      name: 'tag',
      shape: 'optional',
      label: t('feed-tag-filter'),
      value: tag,
      options: hasTags
        ? (tags ?? []).map(({ id, name, count }) => ({ value: id, text: name, count: number(count) }))
        : [],
    },
  ];
}
