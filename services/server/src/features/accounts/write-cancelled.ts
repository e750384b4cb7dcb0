import { dateOf, type Writer } from './mail-voice.ts';

/** To who cancelled: until when access lasts, and how to keep it where that can be. */
export const writeCancelled: Writer = (params, say, voice) => ({
  subject: say('mail-cancel-subject'),
  button: say('profile-title'),
  path: '/profile',
  paragraphs:
    params['endsAt'] === null
      ? [say('cancel-done-ended')]
      : [
          say(params['isGiven'] ? 'mail-cancel-given' : 'mail-cancel-text', {
            date: dateOf(params['endsAt'], voice),
          }),
          params['isFinal'] ? say('cancellation-final') : say('mail-cancel-undo', { url: `${voice.base}/profile` }),
        ],
});
