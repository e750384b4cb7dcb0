interface Recaptcha {
  ready(then: () => void): void;
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      callback: (token: string) => void;
      'error-callback': () => void;
    },
  ): number;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const PATIENCE_MS = 10_000;

/** Shows the provider's check in `place` and waits for the visitor. Rejects when the provider cannot be reached. */
export async function askRecaptcha(
  place: HTMLElement,
  { scriptUrl, siteKey }: { scriptUrl: string; siteKey: string },
  signal: AbortSignal,
): Promise<string> {
  const recaptcha = await load(scriptUrl);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    // A box of its own each time: a used one cannot be rendered into again.
    const box = document.createElement('div');
    place.replaceChildren(box);
    const chosen = document.documentElement.dataset['scheme'];
    const theme =
      chosen === 'dark' || (chosen === undefined && matchMedia('(prefers-color-scheme: dark)').matches)
        ? 'dark'
        : 'light';
    recaptcha.render(box, {
      sitekey: siteKey,
      theme,
      callback: resolve,
      'error-callback': () => reject(new Error('recaptcha')),
    });
  });
}

function load(url: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const ready = (): void => window.grecaptcha?.ready(() => resolve(window.grecaptcha!));
    if (window.grecaptcha) return ready();
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', ready);
    script.addEventListener('error', () => reject(new Error('recaptcha')));
    setTimeout(() => reject(new Error('recaptcha')), PATIENCE_MS);
    document.head.append(script);
  });
}
