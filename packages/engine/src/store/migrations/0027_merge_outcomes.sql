CREATE TABLE "countersign"."merge_outcomes" (
	"org_id" text NOT NULL,
	"task_id" text NOT NULL,
	"outcome" text NOT NULL,
	"repo" text NOT NULL,
	"commit" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merge_outcomes_org_id_task_id_outcome_pk" PRIMARY KEY("org_id","task_id","outcome")
);
--> statement-breakpoint
ALTER TABLE "countersign"."merge_outcomes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "merge_outcomes_of_this_org" ON "countersign"."merge_outcomes" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- Rows are only added: what happened to merged work stays.
ALTER TABLE "countersign"."merge_outcomes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."merge_outcomes" TO "countersign_app";
