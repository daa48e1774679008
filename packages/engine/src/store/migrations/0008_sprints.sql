CREATE TABLE "countersign"."sprints" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"tasks" text[] NOT NULL,
	"target" jsonb NOT NULL,
	"pause_on_failure" boolean NOT NULL,
	"started_by" text NOT NULL,
	"started" timestamp (3) with time zone NOT NULL,
	"paused" timestamp (3) with time zone,
	"paused_by" text,
	"paused_for" text,
	"ended" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "sprints_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."sprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_one_open" ON "countersign"."sprints" USING btree ("org_id") WHERE ended IS NULL;--> statement-breakpoint
CREATE POLICY "sprints_of_this_org" ON "countersign"."sprints" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A sprint is started and changed; it is never forgotten.
ALTER TABLE "countersign"."sprints" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."sprints" TO "countersign_app";
