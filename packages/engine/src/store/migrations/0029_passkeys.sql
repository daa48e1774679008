ALTER TABLE "countersign"."acts" ADD COLUMN "offered" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."person_keys" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."person_keys" ADD COLUMN "credential" text;