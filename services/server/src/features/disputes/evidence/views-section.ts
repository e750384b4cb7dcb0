import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { instantText, notRecorded, told, type EvidenceSection } from './evidence.ts';
import type { DayOfViews } from './given-access-rows.ts';

/** That the buyer was given what the payment was for, and from where they asked for it. `listed`: the first days of all. */
export function viewsSection(listed: readonly DayOfViews[], isMembership: boolean): EvidenceSection {
  const [first] = listed;
  const title = 'Views of pictures and films';
  if (first === undefined) return { title, facts: [['Pictures and films shown', null]] };
  const { days, last } = first;
  return {
    title,
    facts: [
      ['Pictures and films shown', days === 1 ? 'on 1 day' : `on ${days} days`],
      ['First shown', `${instantText(first.at)}, from ${told(first.address) ?? 'an address that is not recorded'}`],
      ...(days === 1 ? [] : [['First shown on the last day', instantText(last)] as const]),
    ],
    table: {
      head: ['First shown on the day', 'IP address', 'Browser'],
      widths: [0.28, 0.22, 0.5],
      rows: listed.map(({ at, address, userAgent }) => [
        instantText(at),
        told(address) ?? notRecorded,
        told(userAgent) ?? notRecorded,
      ]),
    },
    note:
      `The buyer’s browser was given ${isMembership ? 'pictures or films for members only, in the time that was paid for' : 'pictures or films of what was bought'}, ` +
      `with a session of the buyer. Recorded is the first time on each day (UTC), and kept for ${evidenceDays} days.` +
      (listed.length < days ? ` The table shows the first ${listed.length} days.` : ''),
  };
}
