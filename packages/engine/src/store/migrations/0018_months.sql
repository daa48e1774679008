-- A constant default is not written into the rows, so the log of before keeps its files. The second check spares another
-- scan when the table is attached.
ALTER TABLE "countersign"."events" ADD COLUMN "opened" date DEFAULT '1970-01-01' NOT NULL,
  ADD CONSTRAINT "events_opened_first_day" CHECK (extract(day FROM opened) = 1),
  ADD CONSTRAINT "events_of_before" CHECK (opened = '1970-01-01');--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "opened" date DEFAULT '1970-01-01' NOT NULL,
  ADD CONSTRAINT "tasks_opened_first_day" CHECK (extract(day FROM opened) = 1);--> statement-breakpoint
CREATE TRIGGER "tasks_keep_month" BEFORE UPDATE OF "opened" ON "countersign"."tasks"
FOR EACH ROW WHEN (NEW.opened IS DISTINCT FROM OLD.opened) EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint

-- A partitioned table has no identity column before PostgreSQL 17. The sequence goes on where that of the column was.
DO $$
DECLARE
  next bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END INTO next FROM countersign.events_position_seq;
  ALTER TABLE countersign.events ALTER COLUMN position DROP IDENTITY;
  EXECUTE format('CREATE SEQUENCE countersign.events_position AS bigint START WITH %s', next);
END $$;--> statement-breakpoint
GRANT USAGE ON SEQUENCE "countersign"."events_position" TO "countersign_app";--> statement-breakpoint

-- The table of before becomes the first partition, with its own keys and indexes. Rights and policy move to the whole.
DROP TRIGGER "events_append_only" ON "countersign"."events";--> statement-breakpoint
DROP TRIGGER "events_stamped" ON "countersign"."events";--> statement-breakpoint
DROP FUNCTION "countersign"."stamp_xid"();--> statement-breakpoint
DROP POLICY "events_of_this_org" ON "countersign"."events";--> statement-breakpoint
REVOKE ALL ON "countersign"."events" FROM "countersign_app";--> statement-breakpoint
ALTER TABLE "countersign"."events" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."events" RENAME TO "events_before";--> statement-breakpoint
ALTER INDEX "countersign"."events_org_id_task_id_seq_pk" RENAME TO "events_before_pkey";--> statement-breakpoint
ALTER INDEX "countersign"."events_stream" RENAME TO "events_before_stream";--> statement-breakpoint
ALTER INDEX "countersign"."events_that_cost" RENAME TO "events_before_that_cost";--> statement-breakpoint
CREATE TABLE "countersign"."events" (LIKE "countersign"."events_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
PARTITION BY LIST ("opened");--> statement-breakpoint
ALTER TABLE "countersign"."events" DROP CONSTRAINT "events_of_before";--> statement-breakpoint
ALTER TABLE "countersign"."events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."events" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "events_of_this_org" ON "countersign"."events" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."events" TO "countersign_app";--> statement-breakpoint

-- Triggers on rows apply to every partition. That on statements does not, so each partition has its own.
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "countersign"."events"
FOR EACH ROW EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "events_never_emptied" BEFORE TRUNCATE ON "countersign"."events"
FOR EACH STATEMENT EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint

-- The stream relies on it: a writer can choose neither the transaction of its rows nor their position.
CREATE FUNCTION "countersign"."stamp_event"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  NEW.position := nextval('countersign.events_position');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_stamped" BEFORE INSERT ON "countersign"."events"
FOR EACH ROW EXECUTE FUNCTION "countersign"."stamp_event"();--> statement-breakpoint
ALTER TABLE "countersign"."events" ATTACH PARTITION "countersign"."events_before" FOR VALUES IN ('1970-01-01');--> statement-breakpoint
ALTER TABLE "countersign"."events_before" DROP CONSTRAINT "events_of_before";--> statement-breakpoint

-- Creates a table that can be attached. It has no policy, so that a right on it alone shows no row.
CREATE FUNCTION "countersign"."create_partition"(name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE countersign.%I (LIKE countersign.events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('ALTER TABLE countersign.%I ENABLE ROW LEVEL SECURITY,
    ADD PRIMARY KEY (org_id, task_id, seq), ADD UNIQUE (org_id, xid, position)', name);
  EXECUTE format('CREATE INDEX ON countersign.%I (org_id, at)
    WHERE coalesce(body->>''costUsd'', body->''verdict''->>''costUsd'')::float8 > 0', name);
  EXECUTE format('CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON countersign.%I
    FOR EACH STATEMENT EXECUTE FUNCTION countersign.refuse_change()', name);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "countersign"."create_partition"(text) FROM PUBLIC;--> statement-breakpoint

-- Catches the rows of a month that has no partition yet.
SELECT "countersign"."create_partition"('events_default');--> statement-breakpoint
ALTER TABLE "countersign"."events" ATTACH PARTITION "countersign"."events_default" DEFAULT;--> statement-breakpoint

-- Creates the partitions of this month, of the next one, and of months that the default partition holds, whose rows it
-- moves. It takes no argument: the application cannot choose a month. Returns the number of new partitions.
CREATE FUNCTION "countersign"."prepare_months"() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  this date := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date;
  missing date[];
  month date;
  name text;
  waiting bigint;
  moved bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('months of the log', 0));
  SELECT array_agg(m) INTO missing
    FROM (SELECT this UNION SELECT (this + interval '1 month')::date
          UNION SELECT opened FROM countersign.events_default) wanted(m)
   WHERE to_regclass('countersign.events_' || to_char(m, 'YYYY_MM')) IS NULL;
  IF missing IS NULL THEN
    RETURN 0;
  END IF;
  -- No command may write until the rows have moved.
  IF EXISTS (SELECT FROM countersign.events_default) THEN
    LOCK TABLE countersign.events IN ACCESS EXCLUSIVE MODE;
  END IF;
  SELECT count(*) INTO waiting FROM countersign.events_default;
  IF waiting > 0 THEN
    ALTER TABLE countersign.events DETACH PARTITION countersign.events_default;
    ALTER TABLE countersign.events_default RENAME TO events_moving;
    PERFORM countersign.create_partition('events_default');
    ALTER TABLE countersign.events ATTACH PARTITION countersign.events_default DEFAULT;
  END IF;
  FOREACH month IN ARRAY missing LOOP
    name := 'events_' || to_char(month, 'YYYY_MM');
    PERFORM countersign.create_partition(name);
    IF waiting > 0 THEN
      EXECUTE format('INSERT INTO countersign.%I SELECT * FROM countersign.events_moving WHERE opened = %L', name, month);
      GET DIAGNOSTICS moved = ROW_COUNT;
      waiting := waiting - moved;
    END IF;
    EXECUTE format('ALTER TABLE countersign.events ATTACH PARTITION countersign.%I FOR VALUES IN (%L)', name, month);
  END LOOP;
  IF waiting <> 0 THEN
    RAISE EXCEPTION 'rows of the default partition belong to no month';
  END IF;
  DROP TABLE IF EXISTS countersign.events_moving;
  RETURN cardinality(missing);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "countersign"."prepare_months"() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "countersign"."prepare_months"() TO "countersign_app";--> statement-breakpoint
SELECT "countersign"."prepare_months"();
