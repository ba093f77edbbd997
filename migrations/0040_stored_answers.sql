-- Finished answers about single products, for all processes of the shop (docs/adr/0052-stored-answers.md). They can be made again at any
-- time, so they are not in the write-ahead log: the table is empty after a crash, on a standby and in a restored backup.
create unlogged table tradewind.stored_answer (
  -- A hash of the request and of the software that made the answer.
  key uuid primary key,
  body text not null,
  etag text not null,
  -- The products and the region that it shows, and 'catalogue'.
  subjects text[] not null,
  -- Of the change log, before the rows were read.
  run text not null,
  snapshot pg_snapshot not null,
  -- In milliseconds. Prices are the same between these times.
  valid_from double precision not null,
  valid_until double precision not null,
  written xid8 not null default pg_current_xact_id()
);

do $$
begin
  alter table tradewind.stored_answer alter column body set compression lz4;
exception when feature_not_supported then
  null;
end $$;

-- Whether an answer is outdated is asked by what it shows.
create index change_log_subject on tradewind.change_log (subject, xid);

-- The deletion of the log that made the mark: it deleted all answers that were outdated in this snapshot.
alter table tradewind.change_log_run add checked pg_snapshot, add checked_by xid8;
