import { useEffect, useState } from 'react';
import { isDraftMessage, previewReady } from '../../src/lib/preview.ts';

/** The page that the form's preview frames: it shows what the form around it says. */
export function InventedDoor() {
  const [{ name = '', paint = '' }, setDraft] = useState<Readonly<Record<string, unknown>>>({});
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== parent || !isDraftMessage(data)) return;
      const { scheme } = data.settingDraft;
      if (scheme === null) delete document.documentElement.dataset['scheme'];
      else document.documentElement.dataset['scheme'] = String(scheme);
      setDraft(data.settingDraft);
    };
    addEventListener('message', onMessage);
    parent.postMessage(previewReady, location.origin);
    return () => removeEventListener('message', onMessage);
  }, []);
  return (
    <main className="studio-body">
      <h1 className="panel-card examples-door" style={{ borderColor: String(paint) }}>
        {String(name)}
      </h1>
    </main>
  );
}
