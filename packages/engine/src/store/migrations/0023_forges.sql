CREATE TABLE "countersign"."forge_accounts" (
	"org_id" text NOT NULL,
	"host" text NOT NULL,
	"account" bigint NOT NULL,
	"login" text NOT NULL,
	"person" text NOT NULL,
	"linked" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forge_accounts_org_id_host_account_pk" PRIMARY KEY("org_id","host","account")
);
--> statement-breakpoint
ALTER TABLE "countersign"."forge_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."forge_budgets" (
	"org_id" text NOT NULL,
	"host" text NOT NULL,
	"installation" bigint NOT NULL,
	"minute_writes" timestamp (3) with time zone NOT NULL,
	"hour_writes" timestamp (3) with time zone NOT NULL,
	"points" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "forge_budgets_org_id_host_installation_pk" PRIMARY KEY("org_id","host","installation")
);
--> statement-breakpoint
ALTER TABLE "countersign"."forge_budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."forge_changes" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"number" integer NOT NULL,
	"task_id" text,
	"state" text NOT NULL,
	"head" text NOT NULL,
	"base" text NOT NULL,
	"base_branch" text NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"check_id" bigint,
	"check_commit" text,
	"comment_id" bigint,
	"shown_state" text,
	"shown_round" integer,
	"shown_digest" text,
	"shown_at" timestamp (3) with time zone,
	"foreign_check" text,
	CONSTRAINT "forge_changes_org_id_repo_number_pk" PRIMARY KEY("org_id","repo","number")
);
--> statement-breakpoint
ALTER TABLE "countersign"."forge_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."forge_deliveries" (
	"org_id" text NOT NULL,
	"host" text NOT NULL,
	"delivery" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forge_deliveries_org_id_host_delivery_pk" PRIMARY KEY("org_id","host","delivery")
);
--> statement-breakpoint
ALTER TABLE "countersign"."forge_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."forge_repositories" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"host" text NOT NULL,
	"installation" bigint NOT NULL,
	"forge_id" bigint NOT NULL,
	"name" text NOT NULL,
	"linked" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"list_version" text,
	"polled" timestamp (3) with time zone,
	"problem" text,
	CONSTRAINT "forge_repositories_org_id_repo_pk" PRIMARY KEY("org_id","repo")
);
--> statement-breakpoint
ALTER TABLE "countersign"."forge_repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "forge_accounts_by_person" ON "countersign"."forge_accounts" USING btree ("org_id","person");--> statement-breakpoint
CREATE INDEX "forge_changes_by_head" ON "countersign"."forge_changes" USING btree ("org_id","repo","head");--> statement-breakpoint
CREATE UNIQUE INDEX "forge_changes_by_task" ON "countersign"."forge_changes" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "forge_deliveries_by_time" ON "countersign"."forge_deliveries" USING btree ("org_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "forge_repositories_by_forge_id" ON "countersign"."forge_repositories" USING btree ("org_id","host","forge_id");--> statement-breakpoint
CREATE POLICY "forge_accounts_of_this_org" ON "countersign"."forge_accounts" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "forge_budgets_of_this_org" ON "countersign"."forge_budgets" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "forge_changes_of_this_org" ON "countersign"."forge_changes" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "forge_deliveries_of_this_org" ON "countersign"."forge_deliveries" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "forge_repositories_of_this_org" ON "countersign"."forge_repositories" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- Changes, accounts, budgets and repositories follow the forge. A delivery is recorded once and forgotten when it is old.
ALTER TABLE "countersign"."forge_accounts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."forge_budgets" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."forge_changes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."forge_deliveries" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."forge_repositories" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."forge_accounts", "countersign"."forge_changes", "countersign"."forge_repositories" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."forge_budgets" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "countersign"."forge_deliveries" TO "countersign_app";
