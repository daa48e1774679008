CREATE TABLE "countersign"."snoozes" (
	"org_id" text NOT NULL,
	"person" text NOT NULL,
	"task_id" text NOT NULL,
	"until" timestamp (3) with time zone,
	"seq" integer NOT NULL,
	CONSTRAINT "snoozes_org_id_person_task_id_pk" PRIMARY KEY("org_id","person","task_id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."snoozes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "snoozes_of_this_org" ON "countersign"."snoozes" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A person puts off and takes up again; a repository without tasks may be forgotten.
ALTER TABLE "countersign"."snoozes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."snoozes" TO "countersign_app";--> statement-breakpoint
GRANT DELETE ON "countersign"."repositories" TO "countersign_app";
