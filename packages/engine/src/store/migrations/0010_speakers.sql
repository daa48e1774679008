-- Keys belong to whoever gave the command: a client cannot use one of the engine's.
-- Answers of before have no speaker; a retry finds them by key and body until they are forgotten.
ALTER TABLE "countersign"."commands" ADD COLUMN "speaker" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."commands" DROP CONSTRAINT "commands_org_id_key_pk";--> statement-breakpoint
ALTER TABLE "countersign"."commands" ADD CONSTRAINT "commands_org_id_speaker_key_pk" PRIMARY KEY("org_id","speaker","key");
