CREATE TABLE "countersign"."rosters" (
	"org_id" text NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "rosters_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."rosters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "rosters_of_this_org" ON "countersign"."rosters" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- Only triggers write it.
ALTER TABLE "countersign"."rosters" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."rosters" TO "countersign_app";--> statement-breakpoint
INSERT INTO "countersign"."rosters" SELECT org_id, gen_random_uuid() FROM "countersign"."credentials" GROUP BY org_id;--> statement-breakpoint

-- In the transaction of the change, so that a reader sees both or neither.
CREATE FUNCTION "countersign"."renew_roster"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO countersign.rosters VALUES (coalesce(NEW.org_id, OLD.org_id), gen_random_uuid())
    ON CONFLICT (org_id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "credentials_renew_roster" AFTER INSERT OR UPDATE OR DELETE ON "countersign"."credentials"
FOR EACH ROW EXECUTE FUNCTION "countersign"."renew_roster"();--> statement-breakpoint
CREATE TRIGGER "connections_renew_roster" AFTER INSERT OR DELETE ON "countersign"."reviewer_connections"
FOR EACH ROW EXECUTE FUNCTION "countersign"."renew_roster"();--> statement-breakpoint

-- A reader keeps a connection as long as its last heartbeat counts. Only a heartbeat after a gap, which may have ended
-- the connection, or a time that was set back changes the roster.
CREATE TRIGGER "heartbeats_renew_roster" AFTER UPDATE ON "countersign"."reviewer_connections"
FOR EACH ROW WHEN (NEW.seen NOT BETWEEN OLD.seen AND OLD.seen + interval '1 minute')
EXECUTE FUNCTION "countersign"."renew_roster"();
