import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewReady, type DraftMessage } from '../../../lib/preview.ts';
import './live-frame.css';

interface LiveFrameProps {
  readonly src: string;
  /** What the page shows beside what is saved; `scheme` null as the site has it. */
  readonly draftOf: (scheme: 'light' | 'dark' | null) => DraftMessage;
}

const widths = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof widths;

/** The site in a frame, with values that are not saved yet. */
export function LiveFrame({ src, draftOf }: LiveFrameProps) {
  const { t } = useTranslation();
  const [device, setDevice] = useState<Device>('phone');
  const [scheme, setScheme] = useState<'light' | 'dark' | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [box, room] = useRoom();
  // A frame a little wider than a phone shows no edges beside it.
  const width = room.width < 480 ? Math.max(widths[device], room.width) : widths[device];
  const scale = Math.min(1, room.width / width);
  const text = JSON.stringify(draftOf(scheme));
  const message = useRef(text);
  useEffect(() => {
    message.current = text;
    send(frame.current, text);
  }, [text]);
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === previewReady)
        send(frame.current, message.current);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  return (
    <div className="live-frame">
      <div className="live-frame-bar">
        <ToggleButtonGroup
          value={device}
          aria-label={t('preview-width')}
          onChange={(_, chosen: Device | null) => setDevice(chosen ?? device)}
        >
          <ToggleButton value="phone" aria-label={t('preview-phone')}>
            <Smartphone className="icon" aria-hidden />
          </ToggleButton>
          <ToggleButton value="desktop" aria-label={t('preview-desktop')}>
            <Monitor className="icon" aria-hidden />
          </ToggleButton>
        </ToggleButtonGroup>
        <ToggleButtonGroup
          value={scheme}
          aria-label={t('preview-scheme')}
          onChange={(_, chosen: 'light' | 'dark' | null) => setScheme(chosen)}
        >
          <ToggleButton value="light" aria-label={t('preview-light')}>
            <Sun className="icon" aria-hidden />
          </ToggleButton>
          <ToggleButton value="dark" aria-label={t('preview-dark')}>
            <Moon className="icon" aria-hidden />
          </ToggleButton>
        </ToggleButtonGroup>
      </div>
      <div ref={box} className="live-frame-box" dir="ltr">
        {/* A frame of its own for each address: a frame that goes on to another adds to the history of the tab. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this very site; without its origin its scripts and fonts would not load */}
        <iframe
          key={src}
          ref={frame}
          src={src}
          title={t('preview-frame')}
          onLoad={({ currentTarget }) => passKeysOn(currentTarget)}
          style={{
            width,
            height: room.height / scale,
            transform: `translateX(${(room.width - width * scale) / 2}px) scale(${scale})`,
          }}
        />
      </div>
      <p className="muted small">{t('preview-note')}</p>
    </div>
  );
}

const send = (frame: HTMLIFrameElement | null, text: string): void =>
  frame?.contentWindow?.postMessage(JSON.parse(text), location.origin);

/** Keys with ⌘ or Ctrl that are pressed in the frame are pressed on the page around it too: also there, ⌘S saves. */
function passKeysOn(frame: HTMLIFrameElement): void {
  frame.contentDocument?.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || !(event.metaKey || event.ctrlKey)) return;
    const { key, code, metaKey, ctrlKey, altKey, shiftKey } = event;
    const pressed = { key, code, metaKey, ctrlKey, altKey, shiftKey, bubbles: true, cancelable: true };
    if (!document.dispatchEvent(new KeyboardEvent('keydown', pressed))) event.preventDefault();
  });
}

function useRoom() {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 390, height: 640 });
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, room] as const;
}
