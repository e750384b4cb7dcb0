import { momentOf, type Writer } from './mail-voice.ts';

/** Each with the text of its number; who cancelled or could not be charged is what a creator can do something about. */
const kinds = [
  ['joined', 'mail-news-joined'],
  ['cancelled', 'mail-news-cancelled'],
  ['failed', 'mail-news-failed'],
] as const;

/** To a creator: who joined, cancelled or could not be charged since the last mail. */
export const writeMembershipNews: Writer = (params, say, voice) => {
  const told = kinds.flatMap(([kind, text]) => {
    const count = Number(params[kind] ?? 0);
    if (count === 0) return [];
    const names = String(params[`${kind}Names`]).split('\n');
    const rest = count - names.length;
    return { head: say(text, { count }), names: rest > 0 ? [...names, say('mail-news-more', { count: rest })] : names };
  });
  const list = new Intl.ListFormat(voice.language, { type: 'unit', style: 'short' });
  return {
    subject: say('mail-news-subject', { news: list.format(told.map(({ head }) => head)) }),
    button: say('mail-news-button'),
    path: '/admin/subscribers',
    paragraphs: [
      say('mail-news-since', { date: momentOf(params['from'], voice) }),
      ...told.map(({ head, names }) => [head, ...names.map((name) => `• ${name}`)].join('\n')),
      say('mail-news-settings', { url: `${voice.base}/admin/settings/subscription-email-notification` }),
    ],
  };
};
