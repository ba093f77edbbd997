#!/bin/bash
# The second server: a copy of the first, which follows it. The password is in PGPASSWORD.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host=database-1 --username=replicator --pgdata="$PGDATA" --wal-method=stream \
    --write-recovery-conf --create-slot --slot=database_2
fi
# After its promotion it is alone, and waits for nobody.
exec postgres -c cluster_name=database_2 -c synchronous_standby_names=
