CREATE SCHEMA "countersign";
--> statement-breakpoint
CREATE TABLE "countersign"."blobs" (
	"org_id" text NOT NULL,
	"digest" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blobs_org_id_digest_pk" PRIMARY KEY("org_id","digest"),
	CONSTRAINT "blobs_named_by_content" CHECK ("countersign"."blobs"."digest" = encode(sha256("countersign"."blobs"."bytes"), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "countersign"."blobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."commands" (
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"response" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commands_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
ALTER TABLE "countersign"."commands" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."events" (
	"org_id" text NOT NULL,
	"task_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"body" jsonb NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "countersign"."events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "events_org_id_task_id_seq_pk" PRIMARY KEY("org_id","task_id","seq"),
	CONSTRAINT "events_stream" UNIQUE("org_id","xid","position"),
	CONSTRAINT "events_seq_from_one" CHECK ("countersign"."events"."seq" >= 1)
);
--> statement-breakpoint
ALTER TABLE "countersign"."events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "countersign"."tasks" (
	"org_id" text NOT NULL,
	"task_id" text NOT NULL,
	"seq" integer NOT NULL,
	"head_hash" text NOT NULL,
	"state" text NOT NULL,
	"turn_holder" text NOT NULL,
	"turn_who" text,
	"gate" text,
	"priority" text NOT NULL,
	"title" text NOT NULL,
	"repo" text NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "tasks_org_id_task_id_pk" PRIMARY KEY("org_id","task_id"),
	CONSTRAINT "tasks_in_an_org" CHECK ("countersign"."tasks"."org_id" <> '')
);
--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "tasks_by_updated" ON "countersign"."tasks" USING btree ("org_id","updated","task_id");--> statement-breakpoint
CREATE INDEX "tasks_by_state" ON "countersign"."tasks" USING btree ("org_id","state","updated","task_id");--> statement-breakpoint
CREATE INDEX "tasks_by_turn" ON "countersign"."tasks" USING btree ("org_id","turn_who","updated","task_id");--> statement-breakpoint
CREATE POLICY "blobs_of_this_org" ON "countersign"."blobs" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "commands_of_this_org" ON "countersign"."commands" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "events_of_this_org" ON "countersign"."events" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint
CREATE POLICY "tasks_of_this_org" ON "countersign"."tasks" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));