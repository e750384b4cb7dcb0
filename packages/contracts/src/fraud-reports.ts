import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, only, Text } from './http/call.ts';

/** A payment that the issuer of its card reported as fraud (TC40), as staff noted it from their provider. */
export const FraudReport = Type.Object({
  _id: Id,
  /** The beginning of the day that the report names. */
  date: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  payment: Type.Object({ _id: Id }),
  transactionId: Type.String(),
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  note: Type.String(),
  noted: Type.Object({ date: Type.String(), by: Type.String() }),
});
export type FraudReport = Static<typeof FraudReport>;

export const listFraudReports = defineCall({
  method: 'GET',
  path: '/api/reports/fraud-reports',
  access: only('support', 'admin', 'sub_admin', 'model', 'content_manager'),
  summary: 'Payments that were reported as fraud, as staff noted them and as they count, the newest first. Paged.',
  query: Type.Object({ after: Type.Optional(Id) }),
  data: Type.Object({ reports: Type.Array(FraudReport), next: Nullable(Id) }),
  errors: ['access-denied'],
});

export const noteFraudReport = defineCall({
  method: 'POST',
  path: '/api/reports/fraud-reports',
  access: only('admin', 'sub_admin', 'model'),
  summary:
    "Note that a card's issuer reported a payment as fraud: Visa counts it with disputes. It moves no money and closes nothing.",
  body: Type.Object({
    /** The provider's reference of the payment, whole. */
    transactionId: Text(200),
    /** The report's own day, `2026-03-01`. */
    day: Text(10),
    /** Where it stands. */
    note: Text(500),
  }),
  errors: ['not-found', 'invalid-request', 'fraud-report-noted', 'unavailable'],
});

export const takeBackFraudReport = defineCall({
  method: 'POST',
  path: '/api/reports/fraud-reports/take-back',
  access: only('admin', 'sub_admin', 'model'),
  summary: 'Take back a fraud report that was noted by mistake: it counts no more.',
  body: Type.Object({ id: Id }),
  errors: ['not-found', 'unavailable'],
});
