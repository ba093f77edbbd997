-- Every request with an API token looks its user up by it.
-- Not unique: v1 let two users hold the same token, and such a database is to be adopted as it is.
create index if not exists idx_user_api_token
  on "user" (api_token) where api_token is not null and deleted_at is null; -- ours
