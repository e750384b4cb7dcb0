import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { answerWriter, onceEach } from '../answer-writer.ts';

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

const compileBody = onceEach((schema) => ofBodies.compile(schema));
const compileText = onceEach((schema) => ofText.compile(schema));

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
    write ??= answerWriter(schema);
    return write(answer);
  };
};
