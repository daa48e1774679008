CREATE TABLE "countersign"."trust_requests" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"repo" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"commit" text,
	"parent" text,
	"ended" timestamp (3) with time zone,
	CONSTRAINT "trust_requests_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "countersign"."trust_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."trust_signatures" (
	"org_id" text NOT NULL,
	"request" text NOT NULL,
	"actor" text NOT NULL,
	"fingerprint" text NOT NULL,
	"nonce" text NOT NULL,
	CONSTRAINT "trust_signatures_org_id_request_actor_fingerprint_pk" PRIMARY KEY("org_id","request","actor","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "countersign"."trust_signatures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "trust_requests_one_open" ON "countersign"."trust_requests" USING btree ("org_id","repo") WHERE state IN ('open', 'complete');--> statement-breakpoint
CREATE INDEX "trust_requests_by_commit" ON "countersign"."trust_requests" USING btree ("org_id","repo","commit");--> statement-breakpoint
CREATE POLICY "trust_requests_of_this_org" ON "countersign"."trust_requests" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "trust_signatures_of_this_org" ON "countersign"."trust_signatures" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A request ends and its signatures stay.
ALTER TABLE "countersign"."trust_requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."trust_signatures" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."trust_requests" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."trust_signatures" TO "countersign_app";
