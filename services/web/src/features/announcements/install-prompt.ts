import { countClose, countVisit, installText, type InstallCount } from '@backlot/domain/sites/install-prompt';
import { useEffect, useState } from 'react';
import { keep, readKept } from '../../lib/storage/kept.ts';
import { isInstalledApp } from '../../lib/navigation/return-to-app.ts';

const countKey = 'install-count';
const offKey = 'install-off';
const countedKey = 'install-counted';

/** Chromium lends its own question, to be asked when we choose to. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>;
}
let question: InstallQuestion | null = null;

/** Before anything is drawn: the browser offers its question once. */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    question = event as InstallQuestion;
  });
}

const stored = (): number | null => {
  const count = Number.parseInt(readKept(countKey) ?? '', 10);
  return Number.isSafeInteger(count) ? count : null;
};

/** POPUP-05: a visit is counted once, however many pages it has; the count stays in this browser. */
export function countThisVisit(): number {
  try {
    if (sessionStorage.getItem(countedKey) !== null) return stored() ?? 0;
    sessionStorage.setItem(countedKey, '1');
  } catch {
    return 0;
  }
  const count = countVisit(stored());
  keep(countKey, String(count));
  return count;
}

/** POPUP-05 to POPUP-12. */
export function useInstallCard(): { readonly text: InstallCount | null; readonly close: (forGood: boolean) => void } {
  const [text, setText] = useState<InstallCount | null>(null);
  useEffect(() => {
    const count = countThisVisit();
    setText(
      installText({ count, isDisabled: readKept(offKey) !== null, width: innerWidth, isInstalled: isInstalledApp() }),
    );
  }, []);
  const close = (forGood: boolean): void => {
    keep(countKey, String(countClose(stored() ?? 0)));
    if (forGood) keep(offKey, '1');
    setText(null);
  };
  return { text, close };
}

/** The browser's own question, which can be asked once; null where there is none. */
export const installQuestion = (): InstallQuestion | null => question;

export async function askToInstall(): Promise<void> {
  const asked = question;
  question = null;
  await asked?.prompt().catch(() => undefined);
}
