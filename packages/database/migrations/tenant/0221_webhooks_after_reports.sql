-- A line of a report may stand in for a webhook that was lost. The webhook says more, should it come after all.
alter table :schema.webhook_deliveries add column stands_in boolean not null default false;
