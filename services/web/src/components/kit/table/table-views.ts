import { keep, readKept } from '../../../lib/storage/kept.ts';

/** A name for what a table shows: the filters, the order and the columns of its address. */
export interface TableView {
  readonly name: string;
  readonly address: string;
}
const most = 20;

const keyOf = (site: string, table: string): string => `views:${site}:${table}`;

export function readViews(site: string, table: string): readonly TableView[] {
  try {
    const kept: unknown = JSON.parse(readKept(keyOf(site, table)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** One of the same name is replaced. */
export function keepView(site: string, table: string, view: TableView): readonly TableView[] {
  const others = readViews(site, table).filter(({ name }) => name !== view.name);
  return keepAll(site, table, [...others, view].slice(-most));
}

export const forgetView = (site: string, table: string, name: string): readonly TableView[] =>
  keepAll(
    site,
    table,
    readViews(site, table).filter((view) => view.name !== name),
  );

/** What of an address makes a view: not the page, nor the row that is open. */
export function viewAddress(params: URLSearchParams, left: readonly string[]): string {
  const kept = new URLSearchParams(params);
  for (const name of ['page', ...left]) kept.delete(name);
  kept.sort();
  return kept.toString();
}

function keepAll(site: string, table: string, views: readonly TableView[]): readonly TableView[] {
  keep(keyOf(site, table), JSON.stringify(views));
  return views;
}

const isView = (value: unknown): value is TableView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as TableView).name === 'string' &&
  typeof (value as TableView).address === 'string';
