import { errorCatalogue, type CallDefinition, type ErrorCode } from '@backlot/contracts';
import type { DoorDefinition } from '@backlot/contracts/http/doors';
import type { FastifyInstance } from 'fastify';
import { needOfCall, needOfDoor, possibleRefusals } from '../admit/need.ts';
import { refusalAnswers } from '../admit/refusals.ts';

/** A route as it is mounted; `call` where it is one. */
export interface MountedRoute {
  readonly method: string;
  readonly path: string;
  readonly call: CallDefinition | null;
  readonly door: DoorDefinition | null;
}

/** Hears of every route that is mounted from now on. What Fastify adds by itself (HEAD, OPTIONS) is not told. */
export function collectRoutes(app: FastifyInstance): readonly MountedRoute[] {
  const routes: MountedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat().filter((name) => name !== 'HEAD' && name !== 'OPTIONS')) {
      routes.push({
        method: one,
        path: url,
        call: config?.call ?? null,
        door: config?.door ?? null,
      });
    }
  });
  return routes;
}

/** `/media/:id/*` as a template. */
export const templateOf = (path: string): string => path.replace(/:(\w+)\??/g, '{$1}').replace(/\*$/, '{path}');

/** An OpenAPI 3.1 description of what is mounted, calls from the same definitions that validate and guard. */
export function describeRoutes(routes: readonly MountedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, call, door } of routes) {
    const about = call ? operation(call) : door && fileOperation(door);
    if (about) (paths[templateOf(path)] ??= {})[method.toLowerCase()] = about;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Site API', version: '1' },
    paths,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

function fileOperation(door: DoorDefinition): object {
  const names = [...templateOf(door.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const codes = new Set<ErrorCode>(['not-found', 'internal-error', 'unavailable']);
  if (!door.hides) for (const refusal of possibleRefusals(needOfDoor(door))) codes.add(refusalAnswers[refusal].code);
  return {
    summary: door.summary,
    'x-access': door.access,
    'x-open': door.open ?? [],
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(door.takes ? { requestBody: { content: { [door.takes]: {} } } } : {}),
    responses: { 200: { description: 'Done', content: { [door.answers]: {} } }, ...refusalResponses(codes) },
  };
}

function operation(call: CallDefinition): object {
  const codes = new Set<ErrorCode>([...call.errors, 'invalid-request', 'not-found', 'internal-error', 'unavailable']);
  for (const refusal of possibleRefusals(needOfCall(call))) codes.add(refusalAnswers[refusal].code);
  if (call.throttle) codes.add('too-many-requests');
  return {
    summary: call.summary,
    'x-access': call.access,
    'x-open': call.open ?? [],
    ...(call.access.kind === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(call.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', minLength: 8, maxLength: 200 },
            },
          ]
        : []),
    ],
    ...(call.body ? { requestBody: { content: { 'application/json': { schema: call.body } } } } : {}),
    ...(call.takesForm
      ? {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } },
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                success: { const: call.successIsOne ? 1 : true },
                message: { type: 'string' },
                data: call.data ?? { type: 'null' },
                ...((call.fields as { properties?: object } | undefined)?.properties ?? {}),
              },
            },
          },
        },
      },
      ...refusalResponses(codes),
    },
  };
}

const refusalResponses = (codes: Iterable<ErrorCode>): object =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => String(errorCatalogue[code].status))].map(([status, list]) => [
      status,
      { description: list.join(', '), 'x-codes': list },
    ]),
  );

function parameters(place: 'path' | 'query', schema: unknown): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }));
}
