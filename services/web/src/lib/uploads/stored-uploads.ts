import type { UploadItem } from './upload-item.ts';

/** Two people may use one device; sites are apart by origin. */
const keyOf = (userId: string): string => `uploads-${userId}`;
const most = 120;

export function readUploads(userId: string): UploadItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as UploadItem[];
    // What was on its way lost its file with the page; a copy of it may be found, else the person chooses it again.
    return stored.map((item) => (item.phase === 'processing' || item.phase === 'ready' || item.phase === 'refused' ? { ...item, preview: null } : { ...item, preview: null, phase: 'lost', sent: item.isInParts ? item.sent : 0, problem: null }));
  } catch {
    return [];
  }
}

export function writeUploads(userId: string, items: readonly UploadItem[]): void {
  try {
    // Pictures of files live as long as the page does, signed addresses little longer.
    const kept = items.slice(-most).map((item) => ({ ...item, preview: null }));
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    // Kept until the page is left.
  }
}
