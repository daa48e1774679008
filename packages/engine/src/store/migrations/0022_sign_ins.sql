CREATE TABLE "countersign"."sign_ins" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"actor" text NOT NULL,
	"issuer" text,
	"subject" text,
	"can_administer" boolean DEFAULT false NOT NULL,
	"invitation_hash" text NOT NULL,
	"invited" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invited_until" timestamp (3) with time zone NOT NULL,
	"added" timestamp (3) with time zone,
	"removed" timestamp (3) with time zone,
	CONSTRAINT "sign_ins_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sign_ins_by_invitation" UNIQUE("org_id","invitation_hash"),
	CONSTRAINT "sign_ins_bound_at_once" CHECK ((issuer IS NULL) = (subject IS NULL) AND (issuer IS NULL) = (added IS NULL))
);
--> statement-breakpoint
ALTER TABLE "countersign"."sign_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_by_subject" ON "countersign"."sign_ins" USING btree ("org_id","issuer","subject") WHERE removed IS NULL;--> statement-breakpoint
CREATE INDEX "sign_ins_by_actor" ON "countersign"."sign_ins" USING btree ("org_id","actor");--> statement-breakpoint
CREATE POLICY "sign_ins_of_this_org" ON "countersign"."sign_ins" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A sign-in is added and removed, and never forgotten.
ALTER TABLE "countersign"."sign_ins" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."sign_ins" TO "countersign_app";
