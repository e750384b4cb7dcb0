import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The front end's built files: named by their content, so kept for ever. */
export async function mountAssets(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('../../../web/dist/client/assets/', import.meta.url));
  if (!existsSync(root)) return;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: { kind: 'public' } };
    });
    await scope.register(serveFiles, {
      root, prefix: '/assets/', preCompressed: true, wildcard: true, index: false, immutable: true, maxAge: '365d', decorateReply: false,
      setHeaders: (response) => { response.setHeader('access-control-allow-origin', '*'); },
    });
  });
}
