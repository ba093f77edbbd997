#!/bin/bash
# On the first server, when its data is made: a standby may follow, and nothing is acknowledged that it has not.
set -eu
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator login replication password :'password';
-- From the next start on: there is no standby yet.
alter system set synchronous_standby_names = 'database_2';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
