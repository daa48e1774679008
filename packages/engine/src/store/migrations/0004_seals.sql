CREATE TABLE "countersign"."seal_leaves" (
	"org_id" text NOT NULL,
	"seal" integer NOT NULL,
	"task_id" text NOT NULL,
	"first" integer NOT NULL,
	"seq" integer NOT NULL,
	"head" text NOT NULL,
	CONSTRAINT "seal_leaves_org_id_seal_task_id_pk" PRIMARY KEY("org_id","seal","task_id"),
	CONSTRAINT "seal_leaves_by_task" UNIQUE("org_id","task_id","seq")
);
--> statement-breakpoint
ALTER TABLE "countersign"."seal_leaves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."seals" (
	"org_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "seals_org_id_number_pk" PRIMARY KEY("org_id","number"),
	CONSTRAINT "seals_from_one" CHECK ("countersign"."seals"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "countersign"."seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "seals_by_time" ON "countersign"."seals" USING btree ("org_id","at");--> statement-breakpoint
CREATE POLICY "seal_leaves_of_this_org" ON "countersign"."seal_leaves" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "seals_of_this_org" ON "countersign"."seals" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- Seals are locked like the log: added by the application, changed by nobody.
ALTER TABLE "countersign"."seals" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."seal_leaves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."seals" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."seal_leaves" TO "countersign_app";--> statement-breakpoint
CREATE TRIGGER "seals_append_only" BEFORE UPDATE OR DELETE ON "countersign"."seals"
FOR EACH ROW EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "seals_never_emptied" BEFORE TRUNCATE ON "countersign"."seals"
FOR EACH STATEMENT EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "seal_leaves_append_only" BEFORE UPDATE OR DELETE ON "countersign"."seal_leaves"
FOR EACH ROW EXECUTE FUNCTION "countersign"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "seal_leaves_never_emptied" BEFORE TRUNCATE ON "countersign"."seal_leaves"
FOR EACH STATEMENT EXECUTE FUNCTION "countersign"."refuse_change"();
