import { readFileSync } from 'node:fs';

/** A call of the documents: whether it is built, or what it waits for; the names in its request (`?name` in the query) and answer. */
export interface WireCall {
  readonly call: `${string} ${string}`;
  /** `built`, or the capability that brings it. */
  readonly state: string;
  readonly request: readonly WireName[];
  /** Paths in the answer, `data.token`. */
  readonly answer: readonly string[];
}
/** `is_like=0|1`: the values that are named. */
export interface WireName {
  readonly name: string;
  readonly place: 'body' | 'query';
  readonly values: readonly string[];
}

/** A field of an entity of the documents, and the call whose answer carries it. */
export interface WireField {
  readonly entity: string;
  readonly field: string;
  readonly call: string;
  readonly at: string;
  readonly state: string;
}

export const wireCalls = (): WireCall[] =>
  readTable('calls').map(([method, path, state, request, answer]) => ({
    call: `${method} ${path}`,
    state: state ?? '',
    request: words(request).map(nameOf),
    answer: words(answer).map((word) => word.split('=')[0] ?? ''),
  }));

export const wireFields = (): WireField[] =>
  readTable('entities').map(([entity, field, where = '', state]) => {
    const [method, path, at = ''] = where.split(' ');
    return {
      entity: entity ?? '',
      field: field ?? '',
      call: path === undefined ? '' : `${method} ${path}`,
      at: at === '.' ? '' : at,
      state: state ?? '',
    };
  });

/** Values at a path such as `data.users[].name`, each element of a list by itself; empty where the name is missing. */
export function valuesAt(answer: unknown, path: string): unknown[] {
  if (path === '') return [answer];
  return path.split('.').reduce<unknown[]>(
    (values, step) => {
      const name = step.replace(/\[\]$/, '');
      const found = values.flatMap((value) =>
        name === ''
          ? [value]
          : typeof value === 'object' && value !== null && name in value
            ? [(value as Record<string, unknown>)[name]]
            : [],
      );
      return step.endsWith('[]') ? found.flatMap((list) => (Array.isArray(list) ? list : [])) : found;
    },
    [answer],
  );
}

function nameOf(word: string): WireName {
  const [name = '', values = ''] = word.split('=');
  return {
    name: name.replace(/^\?/, ''),
    place: name.startsWith('?') ? 'query' : 'body',
    values: values === '' ? [] : values.split('|'),
  };
}

const words = (cell: string | undefined): string[] => (cell ?? '').split(' ').filter(Boolean);

const readTable = (name: 'calls' | 'entities'): string[][] =>
  readFileSync(new URL(`../wire/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
