#!/bin/sh
# Creates the database and the three logins of the engine, once, when the data directory of PostgreSQL is new.
set -eu
psql --username "$POSTGRES_USER" --no-psqlrc --set ON_ERROR_STOP=1 \
  --set app="$COUNTERSIGN_APP_PASSWORD" \
  --set worker="$COUNTERSIGN_WORKER_PASSWORD" \
  --set owner="$COUNTERSIGN_OWNER_PASSWORD" <<'SQL'
CREATE ROLE countersign LOGIN PASSWORD :'app';
CREATE ROLE countersign_queue LOGIN PASSWORD :'worker';
CREATE ROLE countersign_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE DATABASE countersign OWNER countersign_owner;
SQL
