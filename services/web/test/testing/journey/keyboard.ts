import type { Page } from 'playwright-core';

/** What has the focus: `role name`, as a screen reader would say it; frames are named by their title. */
const focused = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === null || element === document.body) return { name: 'nothing', isSeen: true };
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? [...(element.labels ?? [])].map((label) => label.textContent)
        : [];
    const name =
      element.getAttribute('aria-label') ?? element.getAttribute('title') ?? (labels.join(' ') || element.textContent);
    // The mark of the focus may lie on the box around a field.
    const marked = [element, element.parentElement, element.parentElement?.parentElement].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return {
      name: name.replaceAll(/\s+/g, ' ').trim(),
      isSeen: marked || element.tagName === 'IFRAME' || element.tabIndex < 0,
    };
  });

/** Keeps what has the focus in every frame, so that `hasMoved` can tell. */
const markFocus = (page: Page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        Object.assign(globalThis, { focusBefore: document.activeElement });
      }),
    ),
  );

/** Whether the focus is another than at `markFocus`; in a frame not before one of the frame's own fields has it. */
const hasMoved = async (page: Page): Promise<boolean> => {
  const frames = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => ({
        isOther: document.activeElement !== (globalThis as { focusBefore?: Element | null }).focusBefore,
        isField: document.activeElement !== document.body,
        isFrame: document.activeElement?.tagName === 'IFRAME',
      })),
    ),
  );
  const [main, ...inner] = frames;
  return frames.some(({ isOther }) => isOther) && (!main?.isFrame || inner.some(({ isField }) => isField));
};

/**
 * Presses Tab and waits until the focus has moved: into and out of a frame of another origin it goes by way of two more processes,
 * and a second Tab meanwhile would skip a field.
 * @throws when nothing moved within 20 s
 */
export async function pressTab(page: Page): Promise<void> {
  await markFocus(page);
  await page.keyboard.press('Tab');
  const end = performance.now() + 20_000;
  while (!(await hasMoved(page))) if (performance.now() > end) throw new Error('Tab moved nothing.');
}

/**
 * Goes on with Tab until what is looked for has the focus, and answers the way: the names in their order.
 * @throws when it is not reached in `most` steps, or when a focus on the way cannot be seen
 */
export async function tabTo(page: Page, wanted: string | RegExp, most = 30): Promise<string[]> {
  const way: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await pressTab(page);
    const { name, isSeen } = await focused(page);
    if (!isSeen) throw new Error(`The focus on '${name}' cannot be seen.`);
    way.push(name);
    if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return way;
  }
  throw new Error(`'${String(wanted)}' was not reached: ${way.join(' → ')}`);
}

export const focusedName = async (page: Page): Promise<string> => (await focused(page)).name;
