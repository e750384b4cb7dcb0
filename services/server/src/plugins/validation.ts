import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const options = { allErrors: false, useDefaults: true, removeAdditional: false, strict: false, multipleOfPrecision: 6, allowUnionTypes: true } as const;
// Addresses and queries hold only text, so numbers are read from it; bodies say what they mean.
const ofText = addFormats.default(new Ajv({ ...options, coerceTypes: true }), ['uuid', 'date-time']);
const ofBodies = addFormats.default(new Ajv(options), ['uuid', 'date-time']);

export const compilers: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? ofBodies : ofText).compile(schema) as never;
