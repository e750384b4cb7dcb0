-- What was done on a day is told by day: changes of settings too.

create index setting_changes_by_age on :schema.setting_changes (changed_at);
