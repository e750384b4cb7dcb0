import { fileError } from '@backlot/domain/post-form';
import { factsOf, filmFacts, pictureSize } from './file-facts.ts';
import { isFilm, type UploadItem } from './upload-item.ts';

/** The shape of a file, for the frame that it will stand in; pixels have a limit too. @throws with `problem` */
export async function lookAtFile(item: UploadItem, file: File, tell: (seen: Partial<UploadItem>) => void): Promise<void> {
  if (isFilm(item)) {
    // Sending need not wait for a picture of it.
    if (item.preview === null) void filmFacts(file).then((facts) => { if (facts) tell(facts); });
    return;
  }
  const size = item.preview === null ? null : await pictureSize(item.preview);
  if (!size) return;
  tell(size);
  const problem = fileError({ ...factsOf(file), pixels: size.width * size.height }, { n: 1, isGallery: false, isPreview: false });
  if (problem) throw Object.assign(new Error(problem.code), { problem });
}
