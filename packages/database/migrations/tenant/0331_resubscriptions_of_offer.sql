-- A report of resubscriptions can be read for one offer: its rows are counted within each offer as well, so that a page of one
-- begins at a place.
alter table :schema.resubscription_report_rows add column offer_place integer;
update :schema.resubscription_report_rows r set offer_place = p.offer_place
  from (
    select report_id, place,
      row_number() over (partition by report_id, free_months, recurring_minor order by place) as offer_place
    from :schema.resubscription_report_rows
  ) p where r.report_id = p.report_id and r.place = p.place;
create index resubscription_report_rows_of_offer on :schema.resubscription_report_rows
  (report_id, free_months, recurring_minor, offer_place);
