/** What a framed page of the site and the settings screen around it say to each other. */
export interface DraftMessage {
  readonly settingDraft: Readonly<Record<string, unknown>>;
}

export const isDraftMessage = (data: unknown): data is DraftMessage =>
  typeof data === 'object' && data !== null && 'settingDraft' in data;

/** Said by the framed page once it listens. */
export const previewReady = 'preview-ready';

/** In the draft beside the settings: the ribbon whose settings are edited, which guests would not see. */
export const previewedRibbon = 'previewed_ribbon';

/** A page of the site as guests would see it, in a theme that may not be the site's yet. */
export const previewPath = (page: string, theme: string): string => `${page}?preview=${encodeURIComponent(theme)}`;
