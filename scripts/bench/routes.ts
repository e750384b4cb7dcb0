import { isHousekeeping, openBarePool, recordStatements } from '@backlot/database/testing/statements';
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { result, type BenchResult } from './result.ts';
import { compare } from './throughput.ts';
import type { BenchWorld } from './world.ts';

const listening = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

/** Tenant, token, access, validation and envelope against a bare route that answers the same bytes. */
export async function benchTokenRoute({ world, base }: BenchWorld): Promise<BenchResult[]> {
  const headers = { host: 'api.luna.test', authorization: `Bearer ${await world.tokenOf(world.people.luna.fan)}` };
  const path = '/api/users/get_all_countries';
  const answer = await world.app.inject({ method: 'GET', url: path, headers });
  const payload = answer.json() as object;
  const bare = fastify();
  bare.get(path, async () => payload);
  const bareBase = await listening(bare);
  const { ratio } = await compare({ url: base + path, headers }, { url: bareBase + path, headers: {} });
  await bare.close();
  return [result('route with tenant and token, against a bare route', ratio, '×', '>=', 0.5)];
}

/** The feed's page against a bare handler that runs the same SQL and answers the same JSON. */
export async function benchFeed({ world, base }: BenchWorld): Promise<BenchResult[]> {
  const headers = { host: 'api.luna.test', authorization: `Bearer ${await world.tokenOf(world.people.luna.fan)}` };
  const path = '/api/blogs?page_num=1';
  await world.app.inject({ method: 'GET', url: path, headers });
  const recording = recordStatements();
  const answer = await world.app.inject({ method: 'GET', url: path, headers });
  const all = recording.stop();
  if (answer.statusCode !== 200) throw new Error(`The feed answered ${answer.statusCode}.`);
  const statements = all.filter((statement) => !isHousekeeping(statement));
  const payload = answer.json() as object;
  const pool = openBarePool(world.databaseUrl, 6);
  const bare = fastify();
  bare.get('/api/blogs', async () => {
    for (const { text, values } of statements) await pool.query(text, values);
    return payload;
  });
  const bareBase = await listening(bare);
  const { ratio } = await compare({ url: base + path, headers }, { url: bareBase + path, headers: {} });
  await bare.close();
  await pool.end();
  return [
    result('feed page, against a bare handler with the same SQL', ratio, '×', '>=', 0.4),
    result('statements of a feed page', statements.length, 'statements', '<=', 6),
  ];
}
