CREATE TABLE "countersign"."acts" (
	"org_id" text NOT NULL,
	"nonce" text NOT NULL,
	"actor" text NOT NULL,
	"command" text NOT NULL,
	"task_id" text,
	"statement" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"sshsig" text,
	"recorded" timestamp (3) with time zone,
	CONSTRAINT "acts_org_id_nonce_pk" PRIMARY KEY("org_id","nonce"),
	CONSTRAINT "acts_signed_at_once" CHECK ((sshsig IS NULL) = (recorded IS NULL))
);
--> statement-breakpoint
ALTER TABLE "countersign"."acts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."person_keys" (
	"org_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"added" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired" timestamp (3) with time zone,
	CONSTRAINT "person_keys_org_id_fingerprint_pk" PRIMARY KEY("org_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "countersign"."person_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "acts_one_open" ON "countersign"."acts" USING btree ("org_id","actor") WHERE recorded IS NULL;--> statement-breakpoint
CREATE INDEX "acts_by_task" ON "countersign"."acts" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "person_keys_by_actor" ON "countersign"."person_keys" USING btree ("org_id","actor");--> statement-breakpoint
CREATE POLICY "acts_of_this_org" ON "countersign"."acts" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "person_keys_of_this_org" ON "countersign"."person_keys" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A key is added and retired, and never forgotten. An act is prepared, replaced by the next one, and kept once it is signed.
ALTER TABLE "countersign"."acts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."person_keys" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."acts", "countersign"."person_keys" TO "countersign_app";
