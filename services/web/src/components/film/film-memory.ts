/** Of films on this page: how loud, how fast, and where each was left. Gone with the page. */
export const filmMemory = {
  isMuted: false,
  volume: 1,
  rate: 1,
  /** Seconds by the film's id. */
  positions: new Map<string, number>(),
};

let playing: HTMLVideoElement | null = null;

/** Only one film plays: the one before stops. */
export function playAlone(video: HTMLVideoElement): void {
  if (playing !== null && playing !== video) playing.pause();
  playing = video;
}
