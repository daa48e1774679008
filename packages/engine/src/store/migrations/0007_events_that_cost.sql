-- What was spent today is read before every paid question; few of the events cost anything.
CREATE INDEX "events_that_cost" ON "countersign"."events" USING btree ("org_id","at") WHERE coalesce(body->>'costUsd', body->'verdict'->>'costUsd')::float8 > 0;
