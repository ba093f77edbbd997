-- Which run works on a batch job. After a crash another one takes its place, and the old one, should it still be alive,
-- sees that it has nothing to say any more.
create table tradewind.batch_run (
  job_id varchar primary key references public.batch_job (id) on delete cascade,
  run_id text not null,
  started_at timestamptz not null default now()
);

-- The jobs of an administrator, the newest first.
create index idx_batch_job_newest on batch_job (created_by, created_at desc, id desc) where deleted_at is null;
