import type { SettingKey } from '@backlot/domain/settings';
import type { RibbonKind } from '../../../../components/ribbon/ribbon-look.ts';
import type { TextKey } from '../../../../lib/texts/texts.ts';

/** Settings that are about one thing. */
export interface SettingBlock {
  readonly id: string;
  readonly text?: TextKey;
  /** Its other settings count for nothing while this one is off, and are folded away. */
  readonly switch?: SettingKey;
  readonly keys: readonly SettingKey[];
  /** Last parts of further addresses that lead here. */
  readonly alsoAt?: readonly string[];
}

export interface SettingSection {
  readonly id: string;
  /** Last part of its address: the documents' page of these settings, where they have one. */
  readonly page: string;
  readonly group: TextKey;
  readonly text: TextKey;
  readonly help: TextKey;
  /** What a frame beside it shows with the values before they are saved. */
  readonly preview?: string;
  /** The ribbon that is shown there, whoever would see it on the site. */
  readonly ribbon?: RibbonKind;
  readonly blocks: readonly SettingBlock[];
}
