-- Drafts are listed newest first, and by their state.
create index idx_draft_order_created_at on draft_order (created_at, id);

create index idx_analytics_config_user_id on analytics_config (user_id) where deleted_at is null;

-- The channel that every shop begins with says what it says in v1, as long as nobody wrote something else.
update sales_channel set description = 'Created by Medusa'
where id = 'sc_01D0000000TRADEW1ND0000001' and description = 'Created by Tradewind';
