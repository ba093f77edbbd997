-- The numbers of changes (0044) are given out again after a backup was put back. With a mark of their own no two are
-- alike, as in 0047: a process never takes a change for another one that was lost.
alter table tradewind.kept_change add column mark text not null default left(gen_random_uuid()::text, 8);
