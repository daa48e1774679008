CREATE TABLE "countersign"."drafts" (
	"org_id" text NOT NULL,
	"person" text NOT NULL,
	"task_id" text NOT NULL,
	"body" jsonb,
	"version" integer NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_org_id_person_task_id_pk" PRIMARY KEY("org_id","person","task_id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."read_marks" (
	"org_id" text NOT NULL,
	"person" text NOT NULL,
	"task_id" text NOT NULL,
	"path" text NOT NULL,
	"lines" text[] NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "read_marks_org_id_person_task_id_path_pk" PRIMARY KEY("org_id","person","task_id","path")
);
--> statement-breakpoint
ALTER TABLE "countersign"."read_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "list_facts" jsonb;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "turn_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "paths" text;--> statement-breakpoint
CREATE INDEX "tasks_without_list_facts" ON "countersign"."tasks" USING btree ("org_id","task_id") WHERE (list_facts ->> 'seq')::integer IS DISTINCT FROM seq;--> statement-breakpoint
CREATE POLICY "drafts_of_this_org" ON "countersign"."drafts" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "read_marks_of_this_org" ON "countersign"."read_marks" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A draft is replaced and discarded, marks are added and removed, and both are forgotten when they are old.
ALTER TABLE "countersign"."drafts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."drafts" TO "countersign_app";--> statement-breakpoint
ALTER TABLE "countersign"."read_marks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."read_marks" TO "countersign_app";
