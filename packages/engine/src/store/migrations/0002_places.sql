CREATE TABLE "countersign"."accepted_tips" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "countersign"."accepted_tips_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tip" text NOT NULL,
	"how" text NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accepted_tips_org_id_repo_position_pk" PRIMARY KEY("org_id","repo","position")
);
--> statement-breakpoint
ALTER TABLE "countersign"."accepted_tips" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."credentials" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"token_hash" text NOT NULL,
	"actor" text NOT NULL,
	"role" text NOT NULL,
	"task_id" text,
	"sponsor" text,
	"department" text,
	"model_family" text,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires" timestamp (3) with time zone,
	"revoked" timestamp (3) with time zone,
	CONSTRAINT "credentials_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "credentials_by_hash" UNIQUE("org_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "countersign"."credentials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."dismissals" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"fingerprint" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "dismissals_org_id_repo_fingerprint_pk" PRIMARY KEY("org_id","repo","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "countersign"."dismissals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."holds" (
	"org_id" text NOT NULL,
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"why" text NOT NULL,
	"detail" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holds_org_id_scope_subject_pk" PRIMARY KEY("org_id","scope","subject")
);
--> statement-breakpoint
ALTER TABLE "countersign"."holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."moves" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"next" text NOT NULL,
	"expected" text NOT NULL,
	"tree" text NOT NULL,
	"task_id" text NOT NULL,
	"round" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moves_org_id_repo_next_pk" PRIMARY KEY("org_id","repo","next")
);
--> statement-breakpoint
ALTER TABLE "countersign"."moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."policies" (
	"org_id" text NOT NULL,
	"digest" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_org_id_digest_pk" PRIMARY KEY("org_id","digest")
);
--> statement-breakpoint
ALTER TABLE "countersign"."policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."repositories" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"path" text NOT NULL,
	"target" text NOT NULL,
	"tip" text NOT NULL,
	"policy_digest" text,
	"problem" text,
	"added" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repositories_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "repositories_by_path" UNIQUE("org_id","path")
);
--> statement-breakpoint
ALTER TABLE "countersign"."repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."work_places" (
	"org_id" text NOT NULL,
	"task_id" text NOT NULL,
	"place" jsonb NOT NULL,
	CONSTRAINT "work_places_org_id_task_id_pk" PRIMARY KEY("org_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."work_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "moves_by_task" ON "countersign"."moves" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE POLICY "accepted_tips_of_this_org" ON "countersign"."accepted_tips" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "credentials_of_this_org" ON "countersign"."credentials" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "dismissals_of_this_org" ON "countersign"."dismissals" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "holds_of_this_org" ON "countersign"."holds" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "moves_of_this_org" ON "countersign"."moves" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "policies_of_this_org" ON "countersign"."policies" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "repositories_of_this_org" ON "countersign"."repositories" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "work_places_of_this_org" ON "countersign"."work_places" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));