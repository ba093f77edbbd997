-- A new reader of the event log begins with what is committed after it. Its first place in the log is the oldest
-- transaction that was open then; what had been committed beside that one is told by the snapshot, until the
-- cursor has passed it.
alter table tradewind.event_cursor add begun pg_snapshot;
