-- The owner is fenced too. A migration that rewrites rows lifts this for its own transaction.
ALTER TABLE "countersign"."events" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."commands" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."blobs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- First lock: the application may add to the log and to the answers, and change projections alone.
GRANT USAGE ON SCHEMA "countersign" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."events" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."tasks" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."commands" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."blobs" TO "countersign_app";--> statement-breakpoint

-- Second lock: nobody changes what happened, whatever they were granted.
CREATE FUNCTION "countersign"."refuse_change"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "countersign"."events"
FOR EACH ROW EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "events_never_emptied" BEFORE TRUNCATE ON "countersign"."events"
FOR EACH STATEMENT EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint

-- The stream relies on it: a writer cannot give its rows another transaction's id.
CREATE FUNCTION "countersign"."stamp_xid"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_stamped" BEFORE INSERT ON "countersign"."events"
FOR EACH ROW EXECUTE FUNCTION "countersign"."stamp_xid"();
