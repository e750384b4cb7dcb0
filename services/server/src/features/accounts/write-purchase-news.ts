import { siteSettings } from '@backlot/domain/routes/access';
import { momentOf, type Writer } from './mail-voice.ts';

/** To whoever is told of purchases: who bought what since the last mail. */
export const writePurchaseNews: Writer = (params, say, voice) => {
  const count = Number(params['count']);
  const lines = String(params['lines']).split('\n');
  const rest = count - lines.length;
  return {
    subject: say('mail-news-subject', { news: say('mail-purchases-count', { count }) }),
    button: say('mail-purchases-button'),
    path: '/purchase-notification',
    paragraphs: [
      say('mail-purchases-since', { date: momentOf(params['from'], voice) }),
      [...lines, ...(rest > 0 ? [say('mail-purchases-more', { count: rest })] : [])]
        .map((line) => `• ${line}`)
        .join('\n'),
      ...(mayChoose(params['role'])
        ? [say('mail-purchases-settings', { url: `${voice.base}/admin/settings/purchase-notification` })]
        : []),
    ],
  };
};

/** Others of those who are told may not open the page of these settings. */
const mayChoose = (role: unknown): boolean => siteSettings.some((one) => one === role);
