-- Subscribers are woken when events are committed. A notification makes the commits of a server wait for one
-- another for a moment, so a shop without subscribers does without it.
create function tradewind.notify_event() returns trigger language plpgsql as $$
begin
  if exists (select from tradewind.event_cursor) then
    perform pg_notify('tradewind_event', '');
  end if;
  return null;
end
$$;

create trigger event_notify after insert on tradewind.event
  for each statement execute function tradewind.notify_event();
