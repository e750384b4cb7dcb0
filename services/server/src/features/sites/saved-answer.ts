import { hasNoEffectYet } from '@backlot/domain/settings/uses';
import type { SavedSettings } from './change-settings.ts';

/** What a call that saved settings answers beside them. */
export function answerOf({ keys, changeId }: SavedSettings) {
  const change = changeId === null ? {} : { change_id: changeId };
  const idle = keys.filter(hasNoEffectYet);
  // The documents' clients may send every setting there is; who changes one that nothing reads is told so.
  return idle.length === 0
    ? { message: 'update-settings-success', ...change }
    : {
        message: 'update-settings-no-effect',
        messageParams: { keys: idle.join(', ') },
        ...change,
        without_effect: idle,
      };
}
