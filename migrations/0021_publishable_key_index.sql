-- Every request of a storefront looks up the channels of its key; the primary key begins with the channel.
create index idx_publishable_api_key_sales_channel_key on publishable_api_key_sales_channel (publishable_key_id);
