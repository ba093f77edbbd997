-- Processes that work on jobs, and when each was last seen: what a dead one left locked is given to others.
create table tradewind.job_worker (
  id text primary key,
  seen_at timestamptz not null default now()
);
