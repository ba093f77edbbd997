-- Tokens (resets of passwords, invites, claims of orders) are made when an event is delivered inside of the server, and are not
-- stored with it. Those that were stored leave the log and what was copied from it.
update tradewind.event set data = data - 'token'
  where name in ('customer.password_reset', 'invite.created', 'order-update-token.created', 'user.password_reset')
    and data ? 'token';
update tradewind.event_parked parked set last_error = null from tradewind.event
  where event.seq = parked.seq
    and event.name in ('customer.password_reset', 'invite.created', 'order-update-token.created', 'user.password_reset');
update tradewind.webhook_delivery set response_body = null
  where event_name in ('customer.password_reset', 'invite.created', 'order-update-token.created', 'user.password_reset')
    and response_body is not null;
-- Those of v1 have no event and stay: v1 may send them again.
update notification message
  set data = regexp_replace(message.data::text, 'eyJ[\w-]+\.[\w-]+\.[\w-]+', '[private:token]', 'g')::jsonb
  where message.event_name in ('customer.password_reset', 'invite.created', 'order-update-token.created', 'user.password_reset')
    and (message.data ? 'event_id'
      or exists (select from notification first where first.id = message.parent_id and first.data ? 'event_id'));

-- A webhook gets what its author may read at that moment: the user who last set its address or its events. Null: not known,
-- the webhook is older than this column, and the log does not say who made it.
alter table tradewind.webhook add column author_id text;
update tradewind.webhook set author_id = (
  select event.user_id from tradewind.event
  where event.entity_id = webhook.id
    and (event.name = 'webhook.created' or event.name = 'webhook.updated' and event.data -> 'fields' ?| array['url', 'events'])
  order by event.seq desc limit 1);
create index idx_webhook_author_id on tradewind.webhook (author_id);

-- API tokens are stored as hashes. While v1 may run on the same database they stay as they are, because v1 compares them.
update "user" set api_token = 'sha256:' || encode(sha256(convert_to(api_token, 'UTF8')), 'hex')
  where api_token is not null and not exists (select from pg_catalog.pg_tables
    where schemaname = 'tradewind_adoption' and tablename = 'state');
