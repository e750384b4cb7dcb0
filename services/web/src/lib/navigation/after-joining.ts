import { isOnTheWay, keptReturnAddress, type ReturnAddress } from './return-address.ts';

/** Where a new account goes on: the page that comes next, as a guest asked for it, since a coupon's link says its code in the query. */
export function askedAs(page: string): string {
  const place = keptReturnAddress();
  return place?.isAsked && pathOf(place.to) === page ? place.to : page;
}

/** What a new member goes on to: a page that a guest asked for, a post or the feed. A page that only led here is none. */
export function placeAfterJoining(): ReturnAddress | null {
  const place = keptReturnAddress();
  if (place === null || leadsToPosts(place)) return place;
  return place.isAsked && !isOnTheWay(pathOf(place.to)) ? place : null;
}

const pathOf = (to: string): string => to.split('?')[0]!;

/** The root is the feed for members, whatever it was for a guest. */
const leadsToPosts = ({ to, post }: ReturnAddress): boolean => post !== null || /^\/(home|feed\/[^/]+)?(\?|$)/.test(to);
