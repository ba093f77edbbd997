/** As SQL: the id of the shop's default channel. Null where there is none, or where it is gone. */
export const DEFAULT_CHANNEL = `(select channel.id from store
  join sales_channel channel on channel.id = store.default_sales_channel_id and channel.deleted_at is null
  order by store.created_at limit 1)`;
