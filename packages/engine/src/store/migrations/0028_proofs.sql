CREATE TABLE "countersign"."plan_sources" (
	"org_id" text NOT NULL,
	"task_id" text NOT NULL,
	"plan" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "plan_sources_org_id_task_id_pk" PRIMARY KEY("org_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."plan_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."proofs" (
	"org_id" text NOT NULL,
	"repo" text NOT NULL,
	"object" text NOT NULL,
	"number" integer NOT NULL,
	"how" text NOT NULL,
	"move" text NOT NULL,
	"previous" text,
	"commit" text NOT NULL,
	"trust" text NOT NULL,
	"policy" text NOT NULL,
	"acts" text[] DEFAULT '{}' NOT NULL,
	"prepared" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded" timestamp (3) with time zone,
	CONSTRAINT "proofs_org_id_repo_object_pk" PRIMARY KEY("org_id","repo","object"),
	CONSTRAINT "proofs_from_one" CHECK ("countersign"."proofs"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "countersign"."proofs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."acts" ADD COLUMN "seq" integer;--> statement-breakpoint
ALTER TABLE "countersign"."acts" ADD COLUMN "proof" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_chain" ON "countersign"."proofs" USING btree ("org_id","repo","number") WHERE recorded IS NOT NULL;--> statement-breakpoint
CREATE INDEX "proofs_by_commit" ON "countersign"."proofs" USING btree ("org_id","repo","commit");--> statement-breakpoint
CREATE POLICY "plan_sources_of_this_org" ON "countersign"."plan_sources" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "proofs_of_this_org" ON "countersign"."proofs" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A proof is recorded once, and nothing else of it changes.
ALTER TABLE "countersign"."proofs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."plan_sources" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."proofs" TO "countersign_app";--> statement-breakpoint
GRANT UPDATE ("recorded") ON "countersign"."proofs" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."plan_sources" TO "countersign_app";
