-- Who set an event going: a user or a customer; nobody for visitors and for work that no request asked for.
alter table tradewind.event drop column actor, add column user_id text, add column customer_id text;

-- What users have changed: one entry for each request that changed something, written in the transaction of its change.
create table tradewind.audit_entry (
  id text primary key,
  seq bigint generated always as identity,
  occurred_at timestamptz not null default now(),
  user_id text not null,
  request_id text not null,
  method text not null,
  path text not null,
  ip text,
  -- As it was sent, without what is secret in it.
  body jsonb
);

create unique index uq_audit_entry_request_id on tradewind.audit_entry (request_id, method, path);
create index idx_audit_entry_seq on tradewind.audit_entry (seq);
create index idx_audit_entry_user_id_seq on tradewind.audit_entry (user_id, seq);
