import { Type, type Static } from 'typebox';
import { Day, defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { Pagination } from './staff.ts';

/** What a person of the site did. `price`: a change of settings that moved a membership's price. */
export const ActKind = OneOf(['post', 'comment', 'promotion', 'coupon', 'price', 'setting', 'sign_in'] as const);
export type ActKind = Static<typeof ActKind>;

/** How often each was done, and how the site fared. */
const figures = {
  posts: Type.Integer(),
  /** In these posts. */
  photos: Type.Integer(),
  videos: Type.Integer(),
  comments: Type.Integer(),
  promotions: Type.Integer(),
  coupons: Type.Integer(),
  prices: Type.Integer(),
  settings: Type.Integer(),
  sign_ins: Type.Integer(),
  /** Sold, in the site's currency, whoever did what. */
  gross: Type.Number(),
  /** What went back then, of whatever sale. */
  returned: Type.Number(),
  /** The first less the second: a day's earnings, as the home has them. */
  net: Type.Number(),
  /** First memberships and returns. */
  new_members: Type.Integer(),
  /** Memberships of these that were over then. */
  lost_members: Type.Integer(),
};

export const ActivityFigures = Type.Object(figures);
export type ActivityFigures = Static<typeof ActivityFigures>;

/** A day of the site's calendar, also one on which nothing was done. */
export const ActivityDay = Type.Object({ _id: Type.String(), day: Type.String(), ...figures });
export type ActivityDay = Static<typeof ActivityDay>;

export const ActivityFilters = Type.Object({
  /** Days of the site's calendar, both included, 366 at most; the last 30 where nobody asks for others. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** What this person did alone; money and members are the site's all the same. */
  person: Type.Optional(Id),
  kind: Type.Optional(ActKind),
});

const ActPerson = Type.Object({ _id: Id, name: Type.String() });

export const ActView = Type.Object({
  _id: Id,
  kind: ActKind,
  date: Type.String(),
  /** Null where nobody is known: content that was declared with the site, or an account that was deleted. */
  person: Nullable(ActPerson),
  /** The post, the promotion or the coupon. */
  about: Nullable(Id),
  /** A title, the words of a comment, a ribbon, or a coupon's code. */
  text: Nullable(Type.String()),
  photos: Type.Integer(),
  videos: Type.Integer(),
  /** Settings of which the caller is told. */
  keys: Type.Array(Type.String()),
});
export type ActView = Static<typeof ActView>;

const readers = only('admin', 'sub_admin');

export const listActivity = defineCall({
  method: 'GET',
  path: '/api/reports/influencer-activity',
  access: readers,
  summary:
    'What the people of the site did, day by day, newest first, beside what it sold and whom it won and lost. Paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...ActivityFilters.properties }),
  data: Type.Object({
    currency: Type.String(),
    days: Type.Array(ActivityDay),
    /** Of all days that were asked for. */
    sums: ActivityFigures,
    /** Who may be asked for: the people of the site. */
    people: Type.Array(ActPerson),
    paginationData: Pagination,
  }),
  errors: ['invalid-request', 'range-too-long'],
});

export const listActs = defineCall({
  method: 'GET',
  path: '/api/reports/influencer-activity/acts',
  access: readers,
  summary: 'What was done on a day, newest first. Paged.',
  query: Type.Object({
    day: Day,
    person: Type.Optional(Id),
    kind: Type.Optional(ActKind),
    /** `next` of the page before. */
    after: Type.Optional(Text(60)),
  }),
  data: Type.Object({ acts: Type.Array(ActView), next: Nullable(Type.String()) }),
  errors: ['invalid-request'],
});
