import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import type { CommandTools } from '../../../lib/commands.ts';
import type { StudioMenu } from '../../../lib/studio-menu.ts';

const loadPalette = () => import('../palette/command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

interface OverShellProps {
  readonly shown: 'palette' | 'keys' | null;
  readonly menu: StudioMenu;
  readonly tools: CommandTools;
  readonly onClose: () => void;
}

/** What opens over every screen. It is loaded when the screen stands, so that the first key typed finds it. */
export function OverShell({ shown, menu, tools, onClose }: OverShellProps) {
  const { t } = useTranslation();
  useEffect(() => whenIdle(() => void loadPalette()), []);
  if (shown === 'keys')
    return (
      <Suspense>
        <KeysDialog menu={menu} onClose={onClose} />
      </Suspense>
    );
  if (shown !== 'palette') return null;
  // The dialog is there at once: under it the single keys of the screen rest.
  return (
    <Dialog title={t('palette-open')} hideTitle shape="full" className="palette" onClose={onClose}>
      <Suspense fallback={<p className="palette-head" />}>
        <CommandPalette menu={menu} tools={tools} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 2000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act);
  return () => cancelIdleCallback(waiting);
}
