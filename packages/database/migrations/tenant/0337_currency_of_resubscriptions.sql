-- What a report of resubscriptions adds up is of one currency each: of a site that took another before, two are never added.
alter table :schema.resubscription_report_rows add column currency text;
update :schema.resubscription_report_rows r set currency = coalesce(i.taken_currency, i.currency)
  from :schema.payment_intents i where i.id = r.intent_id;
