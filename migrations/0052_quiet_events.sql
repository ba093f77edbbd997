-- A commit that notifies waits for all others that do, until it is on disk. Each process tells now, once for all of its
-- commits of a moment: see src/events/tell-others.ts.
drop trigger event_notify on tradewind.event;
drop function tradewind.notify_event();
