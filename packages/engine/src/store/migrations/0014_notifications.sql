CREATE TABLE "countersign"."notifications" (
	"org_id" text NOT NULL,
	"person" text NOT NULL,
	"channel" text NOT NULL,
	"fact" text NOT NULL,
	"why" text NOT NULL,
	"repo" text NOT NULL,
	"task_id" text,
	"round" integer,
	"due" timestamp (3) with time zone NOT NULL,
	"message" text NOT NULL,
	"outcome" text,
	"settled" timestamp (3) with time zone,
	CONSTRAINT "notifications_org_id_person_channel_fact_pk" PRIMARY KEY("org_id","person","channel","fact")
);
--> statement-breakpoint
ALTER TABLE "countersign"."notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "notifications_by_message" ON "countersign"."notifications" USING btree ("org_id","message") WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_open" ON "countersign"."notifications" USING btree ("org_id","person","channel","due") WHERE outcome IS NULL;--> statement-breakpoint
CREATE POLICY "notifications_of_this_org" ON "countersign"."notifications" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A notification is postponed, settled, and forgotten when it is old.
ALTER TABLE "countersign"."notifications" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."notifications" TO "countersign_app";
