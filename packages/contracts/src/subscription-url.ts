import { Type } from 'typebox';
import { defineCall, OneOf, only, Text } from './http/call.ts';

/** As the cookie of the documents keeps it, and registration stores it. */
const UtmPart = Type.Optional(Text(200));

/** The pages that a link may lead to: where one subscribes, what membership is, or the site's first page. */
export const linkPages = ['subscribe', 'membership', 'landing'] as const;

export const generateSubscriptionUrl = defineCall({
  method: 'POST',
  path: '/api/generate_subscription_url/generate_subscription_url',
  access: only('admin', 'sub_admin'),
  summary:
    "A link to the site that applies a coupon and names where its visitors come from, and the same as a picture for a phone's camera. Promotions apply by themselves.",
  body: Type.Object({
    page: Type.Optional(OneOf(linkPages)),
    /** Applied on the subscribe page, and there alone. */
    coupon_code: Type.Optional(Text(100)),
    utm_source: UtmPart,
    utm_medium: UtmPart,
    utm_campaign: UtmPart,
    utm_term: UtmPart,
    utm_content: UtmPart,
  }),
  data: Type.Object({
    url: Type.String(),
    /** `data:image/svg+xml;base64,…` */
    qr_img: Type.String(),
  }),
  errors: ['invalid-request', 'coupon-not-found', 'coupon-expired', 'coupon-used-up', 'coupons-disabled'],
});
