import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import theme from '../../../../themes/kiln/theme.json' with { type: 'json' };
import { studioStyles } from '../../src/components/theme/studio-styles.ts';

const here = import.meta.dirname;
const out = join(here, '../../dist/examples');
const nonce = 'ZXhhbXBsZXM=';
/** As strict as the site's own pages. */
const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'`;
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** What the examples ask a server for: a file of the table's rows, and a place for a photo. */
const answers: Readonly<Record<string, object>> = {
  '/api/reports/exports': {
    data: {
      _id: null,
      state: 'ready',
      file_name: 'kilns.csv',
      rows: 1,
      parts: 0,
      csv: 'Kiln,Degrees\r\nKiln 1,1240\r\n',
    },
  },
  '/api/upload/generate_presigned_url': {
    data: { media_id: 'bowl', presigned_url: '/api/received', multipart: null },
    message: '',
  },
  '/api/received': {},
  '/api/upload/complete': { data: {} },
  '/api/upload/states': { data: [{ _id: 'bowl', state: 'ready', thumbnail_url: null }] },
};

/** The page of examples, built apart: nothing that is served to anybody holds it. `?lang=ar` is right to left. */
export async function serveExamples(): Promise<{ readonly address: string; stop: () => Promise<void> }> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      cssTarget: ['chrome123'],
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(here, 'entry.tsx'),
        output: { entryFileNames: 'entry.js', assetFileNames: '[name][extname]' },
      },
    },
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const type = types[extname(pathname)];
    const called = answers[pathname];
    if (called) {
      request
        .resume()
        .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(called)));
      return;
    }
    const answer = type ? readFile(join(out, pathname)) : Promise.resolve(page(searchParams.get('lang') ?? 'en'));
    void answer.then(
      (body) =>
        response.writeHead(200, { 'content-type': type ?? 'text/html', 'content-security-policy': policy }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const page = (language: string): string =>
  [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>Parts</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">',
    `<style nonce="${nonce}">@layer base,parts,kit,screen,theme;</style>`,
    `<style nonce="${nonce}">${studioStyles(theme as unknown as Parameters<typeof studioStyles>[0], {})}</style>`,
    `<link rel="stylesheet" href="/style.css"></head><body><div id="root"></div>`,
    `<script type="module" nonce="${nonce}" src="/entry.js"></script></body></html>`,
  ].join('\n');
