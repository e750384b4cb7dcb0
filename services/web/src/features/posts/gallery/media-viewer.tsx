import type { MediaView } from '@backlot/contracts/posts';
import { X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { paidMedia } from '../../../lib/media/paid-media.ts';
import { MediaTrack } from './media-track.tsx';
import './media-viewer.css';

interface MediaViewerProps {
  readonly media: readonly MediaView[];
  readonly title: string;
  /** Where they are not of one post: what each is called. */
  readonly titleOf?: ((index: number) => string) | undefined;
  /** They are not of a public post. */
  readonly isPaid: boolean;
  readonly start: number;
  readonly renew: (id: string) => Promise<MediaView | null>;
  readonly onClose: () => void;
  /** At the foot of the item that is shown. */
  readonly children?: (index: number) => ReactNode;
}

/**
 * POST-044: pictures and films over the whole window; Escape, a press beside them and the button close it. A watermark
 * is part of the files (POST-045), so that nothing is drawn here that a fan could take away.
 */
export function MediaViewer({ media, title, titleOf, isPaid, start, renew, onClose, children }: MediaViewerProps) {
  const { t } = useTranslation();
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (!isOnPicture(event)) onClose();
  };
  return (
    <Dialog title={title} hideTitle shape="full" className="viewer" onClose={onClose}>
      <div className="viewer-stage" role="presentation" onClick={onClick} {...paidMedia(isPaid)}>
        <MediaTrack
          media={media}
          title={title}
          titleOf={titleOf}
          sizes="100vw"
          isPaid={isPaid}
          start={start}
          renew={renew}
        >
          {children}
        </MediaTrack>
        <button
          type="button"
          className="round-button viewer-close"
          data-first-focus
          aria-label={t('a11y-close')}
          onClick={onClose}
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
    </Dialog>
  );
}

/** Whether a press met a control or what is drawn of a picture, which is contained in a larger box. */
function isOnPicture({ target, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('button, a, .film')) return true;
  const image = target.closest('.picture')?.querySelector('img');
  if (!image || image.naturalWidth === 0) return false;
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  return (
    Math.abs(clientX - (box.left + box.width / 2)) <= width / 2 &&
    Math.abs(clientY - (box.top + box.height / 2)) <= height / 2
  );
}
