import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import type { BareRoute } from './apart/bare.ts';
import { compareCpu } from './apart/compare-cpu.ts';
import { startProgram, startServer, type Program } from './apart/programs.ts';
import { result, type BenchResult } from './result.ts';
import { openBenchWorld, type BenchWorld } from './world.ts';

/** What a bare program does for the same bytes. */
type Against = 'memory' | 'statement';

interface Figure {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly isFan: boolean;
  readonly against: Against;
  readonly atLeast: number;
}

const [page, api] = ['luna.test', 'api.luna.test'] as const;

/** What everybody asks for, and how much dearer than a bare program's each answer may be. */
const figures: readonly Figure[] = [
  { name: "a guest's page", host: page, path: '/', isFan: false, against: 'memory', atLeast: 0.5 },
  { name: "a guest's feed", host: api, path: '/api/blogs?page_num=1', isFan: false, against: 'memory', atLeast: 0.5 },
  { name: "a fan's feed", host: api, path: '/api/blogs?page_num=1', isFan: true, against: 'statement', atLeast: 0.5 },
  { name: 'me', host: api, path: '/api/users/me', isFan: true, against: 'statement', atLeast: 0.5 },
  { name: "a fan's page", host: page, path: '/home', isFan: true, against: 'statement', atLeast: 0.25 },
];

const words: Record<Against, string> = {
  memory: 'the same compressed bytes from memory',
  statement: 'one prepared statement and the same bytes, compressed',
};

/** Processor time an answer, of the server alone, in a process of its own, against a bare program's. */
export async function benchAskedMost(posts: number): Promise<BenchResult[]> {
  const bench = await openBenchWorld(posts);
  const { databaseUrl, dataDir } = bench.world;
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', THROTTLE: 'off', RUN_JOBS: 'off' };
  const { program, port } = await startServer(env);
  try {
    const results: BenchResult[] = [];
    for (const figure of figures) results.push(await compareOne(bench, program, port, figure));
    return [
      ...results,
      result('resident memory of the server afterwards', await program.residentMb(), 'MB', '<=', 450),
    ];
  } finally {
    await program.stop();
    await bench.close();
  }
}

async function compareOne(bench: BenchWorld, program: Program, port: number, figure: Figure): Promise<BenchResult> {
  const { host, path, isFan, against, atLeast } = figure;
  const token = await bench.world.tokenOf(bench.world.people.luna.fan);
  const headers: Record<string, string> = { host, 'accept-encoding': 'br' };
  if (isFan && host === page) headers['cookie'] = `session=${token}`;
  if (isFan && host === api) headers['authorization'] = `Bearer ${token}`;
  const url = `http://127.0.0.1:${port}${path}`;
  const bare = startProgram('bare.ts');
  try {
    const route = await routeOf(bench, url, headers, against);
    const { port: barePort } = await bare.ask<{ port: number }>(route);
    const { ratio, oursMs, bareMs } = await compareCpu(
      { program, url, headers },
      { program: bare, url: `http://127.0.0.1:${barePort}${path}`, headers: { 'accept-encoding': 'br' } },
    );
    const name = `${figure.name} (${oursMs.toFixed(2)} ms of processor time), against ${words[against]} (${bareMs.toFixed(2)} ms)`;
    return result(name, ratio, '×', '>=', atLeast);
  } finally {
    await bare.stop();
  }
}

/** What the bare program answers: what the server just did. Its statement is the least that a page about a person asks. */
async function routeOf(
  { world }: BenchWorld,
  url: string,
  headers: Readonly<Record<string, string>>,
  against: Against,
): Promise<BareRoute> {
  const { bytes, contentType, encoding } = await get(url, headers);
  const isKept = against === 'memory';
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
  const text = `select * from tenant_${world.tenants.luna.id}.users where id = $1`;
  return {
    contentType,
    body: (isKept ? bytes : plain).toString('base64'),
    encoding: isKept ? (encoding ?? 'identity') : null,
    statement: isKept ? null : { url: world.databaseUrl, text, values: [world.people.luna.fan.id] },
    busyMs: 0,
  };
}

/** `fetch` names hosts by itself, and unpacks. */
function get(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly bytes: Buffer; readonly contentType: string; readonly encoding: string | null }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      const { 'content-type': contentType = '', 'content-encoding': encoding = null } = response.headers;
      buffer(response).then((bytes) => resolve({ bytes, contentType, encoding }), reject);
    })
      .once('error', reject)
      .end();
  });
}
