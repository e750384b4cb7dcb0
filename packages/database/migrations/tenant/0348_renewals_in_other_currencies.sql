-- What renewals of a resubscription brought in, in other currencies than its first payment: minor units by currency; null
-- where there are none.
alter table :schema.resubscription_report_rows add column renewals_otherwise jsonb
  check (jsonb_typeof(renewals_otherwise) = 'object');
