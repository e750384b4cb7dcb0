import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';

/**
 * What is compiled of a schema, once for all that ask for the same one: the refusals of all routes are alike, and so are the
 * routes of every server that a process opens. Two that say the same are two objects, so that their text tells.
 */
export function onceEach<R>(compile: (schema: TSchema) => R): (schema: TSchema) => R {
  const known = new Map<string, R>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const found = known.get(text) ?? compile(schema);
    known.set(text, found);
    return found;
  };
}

/** Writes what the schema names of a value, as JSON; what it does not name is left out. */
export const answerWriter = onceEach((schema) => fastJsonStringify(schema as never) as (answer: unknown) => string);
