import type { BrowserContext, Page } from 'playwright-core';

/** All that a site keeps in a person's browser, names and values: cookies, both storages, databases, caches. */
export async function readBrowserStorage(context: BrowserContext, page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const databases: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => done(opening.result));
        opening.addEventListener('error', () => failed(opening.error ?? new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((done) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => done(reading.result));
        });
        databases.push({ name, store, values });
      }
      database.close();
    }
    const cached: string[] = [];
    if ('caches' in globalThis) {
      for (const name of await caches.keys())
        cached.push(name, ...(await (await caches.open(name)).keys()).map(({ url }) => url));
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      cached,
      state: history.state as unknown,
      workers: ((await navigator.serviceWorker?.getRegistrations()) ?? []).map(({ scope }) => scope),
    };
  });
  return JSON.stringify({ cookies: await context.cookies(), ...inPage });
}
