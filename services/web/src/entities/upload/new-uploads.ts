import { maxFiles } from '@backlot/domain/limits';
import { fileError, isSameFile } from '@backlot/domain/posts/post-form';
import { detailsOf, typeOf } from './file-details.ts';
import type { UploadCategory, UploadItem, UploadProblem } from './upload-item.ts';

export interface Added {
  readonly keys: readonly string[];
  readonly duplicates: readonly string[];
  readonly problem: UploadProblem | null;
}

/** What the files are for; a post where nothing is said. */
export interface AddOptions {
  readonly category?: UploadCategory;
  readonly mediaCategoryId?: string | null;
  /** Files together in one post; Infinity where each stands alone, as in the library. */
  readonly most?: number;
  /** The one file that is shown to those who have not paid. */
  readonly isPreview?: boolean;
  /** For 'Preview' of the library. */
  readonly isForPreview?: boolean;
}

interface NewUploads extends Omit<Added, 'keys'> {
  readonly files: readonly File[];
  /** As many as files, in their order; what is refused comes with its reason. */
  readonly made: readonly UploadItem[];
}

/** What becomes of chosen files beside those of `group`: what is there already is left out, too many are not taken at all. */
export function newUploads(
  chosen: readonly File[],
  group: readonly UploadItem[],
  {
    category = 'blog',
    mediaCategoryId = null,
    most = maxFiles,
    isPreview = false,
    isForPreview = false,
  }: AddOptions = {},
): NewUploads {
  const details = chosen.map(detailsOf);
  const isFresh = (index: number): boolean =>
    !group.some((item) => isSameFile(item, details[index]!)) &&
    details.findIndex((other) => isSameFile(other, details[index]!)) === index;
  const files = chosen.filter((_, index) => isFresh(index));
  const duplicates = chosen.filter((_, index) => !isFresh(index)).map(({ name }) => name);
  const count = group.length + files.length;
  if (count > most) return { files: [], made: [], duplicates, problem: { code: 'max-45', params: { n: count } } };
  const made = files.map((file, index): UploadItem => ({
    ...itemOf(file, { n: group.length + index + 1, isGallery: count > 1, isPreview }),
    category,
    mediaCategoryId,
    ...(isForPreview ? { isForPreview } : {}),
  }));
  return { files, made, duplicates, problem: null };
}

function itemOf(file: File, place: Parameters<typeof fileError>[1]): UploadItem {
  const wrong = fileError({ ...detailsOf(file) }, place);
  const hasPicture = wrong === null && typeOf(file).startsWith('image/');
  return {
    key: crypto.randomUUID(),
    mediaId: null,
    ...detailsOf(file),
    phase: wrong ? 'refused' : 'waiting',
    sent: 0,
    problem: wrong,
    preview: hasPicture ? URL.createObjectURL(file) : null,
    width: null,
    height: null,
    duration: null,
    processed: null,
  };
}
