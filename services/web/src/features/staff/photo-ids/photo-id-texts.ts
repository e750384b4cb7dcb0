import type { FanPhotoId, PhotoIdReason } from '@backlot/contracts/photo-ids';
import type { ChipTone } from '../../../components/studio/state-chip.tsx';

export const stateTexts = {
  waiting: 'photo-id-state-waiting',
  accepted: 'photo-id-state-accepted',
  rejected: 'photo-id-state-rejected',
  replaced: 'photo-id-state-replaced',
  expired: 'photo-id-state-expired',
} as const satisfies Record<FanPhotoId['state'], string>;

export const stateTones: Readonly<Record<FanPhotoId['state'], ChipTone>> = {
  waiting: 'warn',
  accepted: 'good',
  rejected: 'bad',
  replaced: 'plain',
  expired: 'plain',
};

export const reasonTexts = {
  unreadable: 'photo-id-why-unreadable',
  incomplete: 'photo-id-why-incomplete',
  expired: 'photo-id-why-expired',
  'not-id': 'photo-id-why-not-id',
} as const satisfies Record<PhotoIdReason, string>;

export const typeTexts = { picture: 'photo-id-picture', pdf: 'photo-id-pdf' } as const;
