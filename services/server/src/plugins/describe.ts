import { errorCatalogue, type CallDefinition } from '@backlot/contracts';

/** An OpenAPI 3.1 description from the same definitions that validate and guard. */
export function describeCalls(calls: readonly CallDefinition[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    for (const path of [call.path, ...(call.alsoAt ?? [])]) {
      const templated = path.replace(/:(\w+)\??/g, '{$1}');
      (paths[templated] ??= {})[call.method.toLowerCase()] = operation(call);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Site API', version: '1' },
    paths,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

function operation(call: CallDefinition): object {
  const codes = new Set<keyof typeof errorCatalogue>([...call.errors, 'invalid-request', 'not-found', 'internal-error']);
  if (call.access.kind !== 'public') codes.add('session-required').add('session-ended');
  if (call.access.kind === 'roles') codes.add('access-denied');
  if (call.throttle) codes.add('too-many-requests');
  const byStatus = Map.groupBy(codes, (code) => String(errorCatalogue[code].status));
  return {
    summary: call.summary,
    'x-access': call.access,
    ...(call.access.kind === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parameters('path', call.params), ...parameters('query', call.query),
      ...(call.idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 8, maxLength: 200 } }] : []),
    ],
    ...(call.body ? { requestBody: { content: { 'application/json': { schema: call.body } } } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: { type: 'object', properties: {
        success: { const: true }, message: { type: 'string' }, data: call.data ?? { type: 'null' },
        ...((call.fields as { properties?: object } | undefined)?.properties ?? {}),
      } } } } },
      ...Object.fromEntries([...byStatus].map(([status, list]) => [status, { description: list.join(', '), 'x-codes': list }])),
    },
  };
}

function parameters(place: 'path' | 'query', schema: unknown): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, part]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: part }));
}
