import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

const options = {
  allErrors: false,
  useDefaults: true,
  removeAdditional: false,
  strict: false,
  multipleOfPrecision: 6,
  allowUnionTypes: true,
} as const;
// Addresses and queries hold only text, so numbers are read from it; bodies say what they mean.
const ofText = addFormats.default(new Ajv({ ...options, coerceTypes: true }), ['uuid', 'date-time']);
const ofBodies = addFormats.default(new Ajv(options), ['uuid', 'date-time']);

/**
 * What is compiled of a schema, once for all that ask for the same one: the refusals of all routes are alike, and so are the
 * routes of every server that a process opens. Two that say the same are two objects, so that their text tells.
 */
function onceEach<R>(compile: (schema: TSchema) => R): (schema: TSchema) => R {
  const known = new Map<string, R>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const found = known.get(text) ?? compile(schema);
    known.set(text, found);
    return found;
  };
}

const compileBody = onceEach((schema) => ofBodies.compile(schema));
const compileText = onceEach((schema) => ofText.compile(schema));
const compileAnswer = onceEach((schema) => fastJsonStringify(schema as never) as (answer: unknown) => string);

/** Compiles at the first request: the schemas of all routes together would be a third of the server's start. */
export const compilers: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | null = null;
  // Fastify reads the errors from the function that it was given.
  const first = Object.assign(
    (data: unknown): boolean => {
      validate ??= (httpPart === 'body' ? compileBody : compileText)(schema);
      const isValid = validate(data);
      first.errors = validate.errors ?? null;
      return isValid;
    },
    { errors: null as ValidateFunction['errors'] },
  );
  return first as never;
};

/** Compiles at the first answer, as above. */
export const serializers: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | null = null;
  return (answer) => {
    write ??= compileAnswer(schema);
    return write(answer);
  };
};
