import type { CallDefinition } from '@backlot/contracts';
import { doors, type DoorDefinition } from '@backlot/contracts/http/doors';

const kinds = ['call', 'page', 'media', 'socket', 'asset', 'platform', 'other'] as const;
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
type RequestKind = (typeof kinds)[number];

/** What the contract says of a route. */
interface CountedRoute {
  readonly call?: CallDefinition;
  readonly door?: DoorDefinition;
}

export interface RequestFigure {
  readonly kind: RequestKind;
  readonly status: (typeof classes)[number];
  readonly requests: number;
}

/** Requests that this process answered, by what was asked for and how it went; of all sites together. */
export interface RequestCounts {
  /** @param status 499: the client went away before its answer */
  count(route: CountedRoute | undefined, status: number): void;
  /** Every kind with every class, also those that were never seen. */
  figures(): RequestFigure[];
}

const mediaDoors: readonly DoorDefinition[] = [
  doors.medium,
  doors.blur,
  doors.look,
  doors.photoId,
  doors.disputeEvidence,
  doors.noMedium,
  doors.uploadFile,
  doors.uploadPart,
];
const assetDoors: readonly DoorDefinition[] = [doors.assets, doors.favicon, doors.manifest];

const kindOfDoor: ReadonlyMap<DoorDefinition, RequestKind> = new Map(
  Object.values<DoorDefinition>(doors).map((door) => [door, kindOf(door)]),
);

export function openRequestCounts(): RequestCounts {
  // Numbers that are exact up to 2^53, in one place each.
  const counted = new Float64Array(kinds.length * classes.length);
  return {
    count(route, status) {
      const kind = route?.call ? 'call' : (route?.door && kindOfDoor.get(route.door)) || 'other';
      const place = Math.min(Math.max(Math.trunc(status / 100), 1), classes.length) - 1;
      counted[kinds.indexOf(kind) * classes.length + place]! += 1;
    },
    figures: () =>
      kinds.flatMap((kind, row) =>
        classes.map((status, place) => ({ kind, status, requests: counted[row * classes.length + place]! })),
      ),
  };
}

function kindOf(door: DoorDefinition): RequestKind {
  if (door === doors.page) return 'page';
  if (door === doors.socket) return 'socket';
  if (door.access.kind === 'platform') return 'platform';
  if (mediaDoors.includes(door)) return 'media';
  return assetDoors.includes(door) ? 'asset' : 'other';
}
