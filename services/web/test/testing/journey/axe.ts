import type { BrowserContext, Frame, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules that a change of colours may break; the others have nothing to do with them. */
const ofColour = ['color-contrast', 'link-in-text-block'];

interface AxeResult {
  readonly violations: ReadonlyArray<{
    id: string;
    nodes: ReadonlyArray<{ target: readonly unknown[]; failureSummary?: string }>;
  }>;
}

/** Has every page of a browser bring axe along, which costs half of what sending it to each of them does. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: source });

/** What axe has against the page as it stands: `rule: where`, nothing when it is clean. Frames are looked at apart. */
export async function findBarriers(page: Page, only: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  return barriersIn(page, only === 'colours' ? { runOnly: { type: 'rule', values: ofColour } } : {});
}

/** The same of the page inside a frame, on the ground that it lies on; headings and landmarks are the outer page's. */
export async function findBarriersInFrame(frame: Frame): Promise<string[]> {
  const ground = await (
    await frame.frameElement()
  ).evaluate((element) => {
    for (let at: Element | null = element as Element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
    }
    return 'Canvas';
  });
  await frame.evaluate((colour) => {
    document.documentElement.style.background = colour;
  }, ground);
  return barriersIn(frame, {
    rules: Object.fromEntries(
      ['landmark-one-main', 'page-has-heading-one', 'region'].map((rule) => [rule, { enabled: false }]),
    ),
  });
}

async function barriersIn(page: Page | Frame, options: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  // Half-way through a transition, colours are nobody's.
  await page.evaluate(async () => {
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });
  const { violations } = await page.evaluate(async (chosen): Promise<AxeResult> => {
    const { axe } = globalThis as unknown as { axe: { run(context: Document, options: object): Promise<AxeResult> } };
    // Styles are not asked for again: only a rule about turned phones reads them, and no style of ours turns a page.
    return axe.run(document, { resultTypes: ['violations'], iframes: false, preload: false, ...chosen });
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id}: ${target.join(' ')} ${/contrast of [\d.]+[^.]*\.\d*/.exec(failureSummary ?? '')?.[0] ?? ''}`.trim(),
    ),
  );
}
