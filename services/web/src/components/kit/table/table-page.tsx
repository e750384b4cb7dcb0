import Button from '@mui/material/Button';
import type { RowSelectionState } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Asked, Empty, NoAnswer } from '../../studio/list-states.tsx';
import { PageTop } from '../../studio/page-top.tsx';
import { Pager } from '../../studio/pager.tsx';
import { useIsPhone } from '../use-is-phone.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { DataTable } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RowList } from './row-list.tsx';
import type { TableAddress } from './table-address.ts';
import { useOpenRow } from './table-rows.ts';
import type { Answer, BulkAction, ListEntry, RowSteps, TableColumn, TableFilter } from './table-types.ts';
import { ViewsMenu } from './views-menu.tsx';
import './table.css';

export interface TablePageProps<T> {
  /** Names the table's saved views. */
  readonly name: string;
  readonly title: string;
  readonly summary?: string;
  /** Buttons of the head; the primary one last. */
  readonly actions?: ReactNode;
  readonly address: Pick<TableAddress<string, {}>, 'params' | 'panel' | 'change' | 'filter' | 'reset'> & {
    readonly list: Pick<TableAddress<string, {}>['list'], 'search' | 'sorting' | 'hidden' | 'isFiltered'>;
  };
  readonly panelName?: string;
  readonly query: {
    readonly data: Answer<T> | undefined;
    readonly error: unknown;
    readonly fetchStatus: 'fetching' | 'paused' | 'idle';
    readonly refetch: () => unknown;
    readonly isPlaceholderData: boolean;
  } & Pick<Asked, 'failed'>;
  readonly columns: readonly TableColumn<T>[];
  readonly nameOf: (row: T) => string;
  readonly entryOf: (row: T) => ListEntry;
  readonly searchLabel?: string;
  readonly filtersLabel?: string;
  readonly filters?: readonly TableFilter[];
  /** Links to the other lists of the same page. */
  readonly tabs?: ReactNode;
  /** Other ways to look at the same rows, beside the filters. */
  readonly tools?: ReactNode;
  readonly bulk?: readonly BulkAction<T>[];
  /** Between the filters and the rows: what they come to. */
  readonly above?: ReactNode;
  /** Beside the number of rows at the foot: a sum. */
  readonly totals?: ReactNode;
  readonly empty: { readonly icon: LucideIcon; readonly text: string; readonly action?: ReactNode };
  readonly noneFound: string;
  /** What a row opens. Null where this person opens none. */
  readonly renderPanel?: ((row: T, steps: RowSteps) => ReactNode) | null;
  readonly isNew?: (row: T) => boolean;
  readonly renderAfter?: (row: T, shown: readonly TableColumn<T>[]) => ReactNode;
  /** Instead of the table: the same rows as a grid, for example. */
  readonly renderBody?: (rows: readonly T[]) => ReactNode;
}

/** A list of the server's: searched, filtered, sorted and paged by its address, a row at a time beside it. */
export function TablePage<T extends { readonly _id: string }>(props: TablePageProps<T>) {
  const { name, title, summary, actions, address, panelName, query, columns, bulk, empty, renderPanel, renderBody } =
    props;
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { list, params, change, filter, reset } = address;
  const { data } = query;
  const rows = data?.rows ?? [];
  const [selection, setSelection] = useState<RowSelectionState>({});
  const open = useOpenRow(rows, renderPanel ? address.panel : null, (id, replace) =>
    change({ [panelName!]: id }, replace),
  );
  const selected = rows.filter(({ _id }) => selection[_id]);
  const shared = {
    rows,
    nameOf: props.nameOf,
    onOpen: renderPanel ? open.openRow : null,
    selection: bulk ? selection : null,
    onSelection: setSelection,
  };
  return (
    <>
      <PageTop title={title} summary={summary}>
        {actions}
      </PageTop>
      <div className="with-panel" data-open={open.open !== null || undefined}>
        <div className="studio-body">
          {props.tabs}
          <FilterBar
            search={props.searchLabel ? { label: props.searchLabel, value: list.search } : null}
            filters={props.filters ?? []}
            label={props.filtersLabel ?? title}
            onFilter={filter}
          >
            {props.tools}
            <ViewsMenu
              table={name}
              params={params}
              left={panelName ? [panelName] : []}
              onOpen={(kept) => {
                const every = [...new Set([...params.keys(), ...new URLSearchParams(kept).keys()])];
                change(Object.fromEntries(every.map((one) => [one, new URLSearchParams(kept).get(one)])));
              }}
            />
            {renderBody || isPhone ? null : (
              <ColumnsMenu
                columns={columns.filter(({ hidesHead }) => !hidesHead)}
                hidden={list.hidden}
                onHide={(hidden) => change({ hide: hidden.join(',') }, true)}
              />
            )}
          </FilterBar>
          {props.above}
          <div
            className={renderBody && rows.length > 0 ? '' : 'table-card'}
            data-stale={query.isPlaceholderData || undefined}
          >
            {data ? null : <NoAnswer asked={query} />}
            {data && rows.length === 0 ? (
              <Empty icon={empty.icon} text={list.isFiltered ? props.noneFound : empty.text}>
                {list.isFiltered ? <Button onClick={reset}>{t('btn-reset')}</Button> : empty.action}
              </Empty>
            ) : null}
            {rows.length === 0 ? null : renderBody ? (
              renderBody(rows)
            ) : isPhone ? (
              <RowList label={title} entryOf={props.entryOf} {...shared} />
            ) : (
              <DataTable
                caption={title}
                columns={columns}
                hidden={list.hidden}
                sorting={list.sorting}
                onSort={(sort) => filter({ sort })}
                openId={open.open?._id ?? null}
                isNew={props.isNew}
                renderAfter={props.renderAfter}
                {...shared}
              />
            )}
            {data && rows.length > 0 ? (
              <Pager
                page={data.page}
                pages={data.pages}
                rows={data.total}
                limit={data.limit}
                onPage={(page) => {
                  change({ page: page === 1 ? null : String(page), ...(panelName ? { [panelName]: null } : {}) });
                  window.scrollTo(0, 0);
                }}
              >
                {props.totals}
              </Pager>
            ) : null}
          </div>
          {bulk ? <BulkBar rows={selected} actions={bulk} onClear={() => setSelection({})} /> : null}
        </div>
        {open.open && renderPanel ? renderPanel(open.open, open.steps) : null}
      </div>
    </>
  );
}
