import { use, type ComponentType } from 'react';

interface Waiting {
  readonly selector: string;
  readonly load: () => Promise<unknown>;
}

const parts: Waiting[] = [];

/**
 * A part of the first picture whose code is a chunk of its own. React drops a click on markup that its code has not reached
 * yet; so where the server's HTML holds the part (`selector`), its code is there before the page reacts to anything. Suspends.
 */
export function latePart<Props extends object>(
  selector: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let Loaded: ComponentType<Props> | null = null;
  const loadOnce = (): Promise<ComponentType<Props>> =>
    (loading ??= load().then((Part) => {
      Loaded = Part;
      return Part;
    }));
  parts.push({ selector, load: loadOnce });
  return function LatePart(props) {
    const Part = Loaded ?? use(loadOnce());
    return <Part {...props} />;
  };
}

/** Loads the late parts that stand in the server's HTML. One that does not come is told of where it is drawn, and keeps nothing else. */
export async function loadPartsOf(root: HTMLElement): Promise<void> {
  const shown = parts.filter(({ selector }) => root.querySelector(selector) !== null);
  await Promise.allSettled(shown.map(({ load }) => load()));
}
