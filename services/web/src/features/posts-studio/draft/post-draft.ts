import { instantAt } from '@backlot/domain/formats/dates';
import { chooseVisibility, emptyPostForm } from '@backlot/domain/posts/post-form';
import type { Visibility } from '@backlot/domain/access';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';

/** A category of the library; one without an id is made with the post. */
export interface DraftCategory {
  readonly id: string | null;
  readonly name: string;
}

/** The form as it is typed. Files are keys of the upload queue, or of what was taken from the library. */
export interface PostDraft {
  readonly visibility: Visibility;
  readonly amount: string;
  readonly caption: string;
  readonly files: readonly string[];
  /** What of `files` and `preview` is no upload of this device: taken from the library, or held by the post already. */
  readonly picked: readonly UploadItem[];
  /** One of `files`, or another that only previews. */
  readonly preview: string | null;
  readonly hasPreview: boolean;
  /** The preview is one of `files`, and its creator was asked whether to give it away. */
  readonly isGift: boolean;
  readonly blurMedia: boolean;
  readonly blurCaption: boolean;
  /** What a closed card tells: the length of its films, and how many photos and films there are. */
  readonly showLength: boolean;
  readonly showCount: boolean;
  readonly tags: readonly string[];
  readonly category: DraftCategory | null;
  readonly isScheduled: boolean;
  /** As date and time fields hold them, on the site's clock. */
  readonly date: string;
  readonly time: string;
}

export const emptyDraft: PostDraft = {
  visibility: emptyPostForm.visibility,
  amount: String(emptyPostForm.amount),
  caption: '',
  files: [],
  picked: [],
  preview: null,
  hasPreview: false,
  isGift: false,
  blurMedia: emptyPostForm.blurMedia,
  blurCaption: emptyPostForm.blurCaption,
  showLength: emptyPostForm.showContentLength,
  showCount: emptyPostForm.showMediaCount,
  tags: [],
  category: null,
  isScheduled: false,
  date: '',
  time: '',
};

/** POST-048 to POST-052: what a choice of visibility takes with it. What Public or Private took, Locked has again as it began. */
export function withVisibility(before: PostDraft, visibility: Visibility): PostDraft {
  if (before.visibility === visibility) return before;
  const chosen = chooseVisibility(
    {
      ...emptyPostForm,
      visibility: before.visibility,
      preview: before.preview === null ? [] : [before.preview],
      blurMedia: before.blurMedia,
      blurCaption: before.blurCaption,
      showContentLength: before.showLength,
      showMediaCount: before.showCount,
    },
    visibility,
  );
  const isBack = visibility === 'locked';
  return {
    ...before,
    visibility,
    blurMedia: visibility === 'public' ? chosen.blurMedia : before.visibility === 'public' || chosen.blurMedia,
    blurCaption: chosen.blurCaption,
    preview: chosen.preview[0] ?? null,
    hasPreview: chosen.preview.length > 0 && before.hasPreview,
    isGift: chosen.preview.length > 0 && before.isGift,
    showLength: isBack || chosen.showContentLength,
    showCount: isBack || chosen.showMediaCount,
  };
}

export const isEmptyDraft = (draft: PostDraft): boolean =>
  draft.caption.trim() === '' && draft.files.length === 0 && draft.tags.length === 0;

const keyOf = (userId: string): string => `post-draft-${userId}`;
const pauseMs = 2000;

export interface KeptDraft {
  readonly draft: PostDraft;
  readonly change: (part: Partial<PostDraft>) => void;
  readonly update: (step: (draft: PostDraft) => PostDraft) => void;
  readonly reset: () => void;
  readonly save: () => void;
  /** When it was last written down; null for nothing kept. */
  readonly savedAt: number | null;
}

/** A draft that outlives the page: written down every few seconds, on this device. */
export function usePostDraft(userId: string): KeptDraft {
  const [draft, setDraft] = useState<PostDraft>(() => read(userId));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const latest = useRef(draft);
  latest.current = draft;
  // Something was changed here that is not written down yet.
  const isTouched = useRef(false);
  const save = useCallback(() => {
    isTouched.current = false;
    write(userId, latest.current);
    setSavedAt(isEmptyDraft(latest.current) ? null : Date.now());
  }, [userId]);
  useEffect(() => {
    if (!isTouched.current) return undefined;
    const timer = setTimeout(save, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, save]);
  useEffect(() => {
    // Whoever leaves sooner loses nothing either.
    const keep = (): void => {
      if (isTouched.current) write(userId, latest.current);
    };
    // Another page of the same person wrote on, or sent it: nobody sends it a second time from here.
    const follow = ({ key }: StorageEvent): void => {
      if (key !== keyOf(userId) || isTouched.current) return;
      setDraft(read(userId));
      setSavedAt(null);
    };
    addEventListener('pagehide', keep);
    addEventListener('storage', follow);
    return () => {
      removeEventListener('pagehide', keep);
      removeEventListener('storage', follow);
      keep();
    };
  }, [userId]);
  const update = useCallback((step: (before: PostDraft) => PostDraft) => {
    isTouched.current = true;
    setDraft(step);
  }, []);
  const change = useCallback((part: Partial<PostDraft>) => update((before) => ({ ...before, ...part })), [update]);
  const reset = useCallback(() => {
    isTouched.current = false;
    latest.current = emptyDraft;
    setDraft(emptyDraft);
    write(userId, emptyDraft);
    setSavedAt(null);
    // The form may have been left and opened again meanwhile.
    dispatchEvent(new StorageEvent('storage', { key: keyOf(userId) }));
  }, [userId]);
  return { draft, change, update, reset, save, savedAt };
}

function read(userId: string): PostDraft {
  try {
    const draft = { ...emptyDraft, ...(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Partial<PostDraft>) };
    // Addresses of small pictures grow old.
    return { ...draft, picked: draft.picked.map((item) => ({ ...item, preview: null })) };
  } catch {
    return emptyDraft;
  }
}

function write(userId: string, draft: PostDraft): void {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Kept until the page is left.
  }
}

export interface ClockFace {
  readonly hour: number;
  readonly minute: number;
  readonly isPm: boolean;
}
/** REUSE-24: hour 1 to 12, minute 0 to 59, AM or PM. */
export function clockFace(time: string): ClockFace {
  const [hours = 12, minute = 0] = time.split(':').map(Number);
  return { hour: hours % 12 === 0 ? 12 : hours % 12, minute, isPm: hours >= 12 };
}
export const timeOf = ({ hour, minute, isPm }: ClockFace): string =>
  `${two((hour % 12) + (isPm ? 12 : 0))}:${two(minute)}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** The instant that the fields name, on the site's clock; null while they are incomplete. */
export function scheduledAt(
  { isScheduled, date, time }: Pick<PostDraft, 'isScheduled' | 'date' | 'time'>,
  timeZone: string,
): Date | null {
  return isScheduled && date !== '' && time !== '' ? instantAt(date, time, timeZone) : null;
}
