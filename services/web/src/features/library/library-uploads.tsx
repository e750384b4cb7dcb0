import { previewSlug } from '@backlot/domain/posts/built-in-categories';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import type { UploadItem } from '../../entities/upload/upload-item.ts';
import { useUploads } from '../../entities/upload/use-uploads.tsx';
import { useLibraryCache } from './library-query.ts';
import { batchOf, batchLabel, knownAmong, libraryUploads } from './upload-batch.ts';

/**
 * Registers what was uploaded for the library, wherever the person is by then, and says so when all has come
 * (MEDIA-36, MEDIA-37). Draws nothing.
 */
export function LibraryUploads() {
  const items = useUploads();
  const { t } = useTranslation();
  const toast = useToast();
  const cache = useLibraryCache();
  const known = useRef<Set<string> | null>(null);
  const batch = useRef({ registered: 0, failed: 0, pending: 0 });
  const now = useRef({ items, tell: () => {} });
  now.current.items = items;
  now.current.tell = () => {
    const { left, toRegister, failed } = batchOf(now.current.items, known.current ?? new Set());
    const { registered, pending, failed: refused } = batch.current;
    if (left > 0 || toRegister.length > 0 || pending > 0) return;
    const word = batchLabel({ registered, failed: failed + refused });
    for (const { key } of libraryUploads(now.current.items)) known.current?.add(key);
    batch.current = { registered: 0, failed: 0, pending: 0 };
    if (word !== null) toast({ text: t(word), tone: word === 'media-uploaded' ? 'good' : 'bad' });
  };
  useEffect(() => {
    known.current = knownAmong(items, known.current);
    for (const item of batchOf(items, known.current).toRegister) {
      known.current.add(item.key);
      batch.current.pending += 1;
      void register(item)
        .then(
          () => {
            batch.current.registered += 1;
          },
          () => {
            batch.current.failed += 1;
          },
        )
        .then(() => {
          batch.current.pending -= 1;
          cache.lookAgain();
          now.current.tell();
        });
    }
    now.current.tell();
  }, [items, cache]);
  return null;
}

const register = ({ mediaId, mediaCategoryId, isForPreview = false }: UploadItem) =>
  api('POST /api/media', {
    body: {
      mediaIds: [mediaId ?? ''],
      category: mediaCategoryId ?? null,
      ...(isForPreview ? { categorySlug: previewSlug } : {}),
    },
  });
