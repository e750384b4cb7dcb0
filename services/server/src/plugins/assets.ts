import { doors } from '@backlot/contracts/http/doors';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The front end's built files: named by their content, so kept for ever. */
export async function mountAssets(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('../../../web/dist/client/assets/', import.meta.url));
  if (!existsSync(root)) return;
  await app.register(serveFiles, { root, serve: false, preCompressed: true });
  app.get<{ Params: { '*': string } }>(
    doors.assets.path,
    { config: { door: doors.assets, compress: false } as never },
    (request, reply) => {
      // The card provider's field may take the site's font.
      reply.header('access-control-allow-origin', '*');
      return reply.sendFile(request.params['*'], { immutable: true, maxAge: '365d' });
    },
  );
}
