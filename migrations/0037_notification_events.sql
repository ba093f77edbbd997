-- Whether a provider has already told of an event.
create index idx_notification_event_id on notification ((data ->> 'event_id')) where data ? 'event_id';
