import type { SettingKey } from '@backlot/domain/settings';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormHistory } from '../../../components/kit/form/form-history.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { settingsKey, useSite } from '../../../lib/site.tsx';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';
import { keysOf } from './setting-sections.ts';
import type { SettingSection } from './sections/section-types.ts';
import { SettingValue } from './setting-value.tsx';
import { useUndoSetting } from './save-setting.ts';

/** Who changed which settings, of the section that is shown or of all. */
export function SettingHistory({ section, onClose }: { section: SettingSection | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const names = useSettingNames();
  const undo = useUndoSetting();
  const [scope, setScope] = useState(section === null ? 'all' : 'section');
  const { query, renew } = useHistoryQuery(section !== null && scope === 'section' ? keysOf(section) : null);
  return (
    <FormHistory
      changes={query.data?.pages
        .flatMap(({ changes }) => changes)
        .map(({ _id, changed_at, changed_by, is_undo, can_undo, changed }) => ({
          id: _id,
          at: changed_at,
          by: changed_by,
          isUndo: is_undo,
          canUndo: can_undo,
          fields: changed.map(({ key, ...values }) => ({
            id: key,
            name: names.name(key),
            ...('before' in values || 'after' in values
              ? {
                  before: <SettingValue settingKey={key} value={values.before} />,
                  after: <SettingValue settingKey={key} value={values.after} />,
                }
              : {}),
          })),
        }))}
      asked={{
        error: query.error,
        fetchStatus: query.fetchStatus,
        refetch: query.isFetchNextPageError ? query.fetchNextPage : query.refetch,
      }}
      onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
      isLoadingMore={query.isFetchingNextPage}
      scope={{
        value: scope,
        options: [
          ...(section === null ? [] : [{ value: 'section', text: t(section.text) }]),
          { value: 'all', text: t('set-history-all') },
        ],
      }}
      onScope={setScope}
      onUndo={async (id) => {
        await undo(id).finally(renew);
        toast({ text: t('form-undone'), tone: 'good' });
      }}
      onClose={onClose}
    />
  );
}

function useHistoryQuery(keys: readonly SettingKey[] | null) {
  const { id } = useSite();
  const queries = useQueryClient();
  // Below the settings' own key: news of a change renews both.
  const all = [...settingsKey(id), 'history'];
  const query = useInfiniteQuery({
    queryKey: [...all, keys],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/app_settings/history', {
          query: {
            ...(keys === null ? {} : { keys: keys.join(',') }),
            ...(pageParam === null ? {} : { before: pageParam }),
          },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return { query, renew: () => void queries.invalidateQueries({ queryKey: all }) };
}
