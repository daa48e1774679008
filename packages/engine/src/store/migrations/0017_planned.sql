ALTER TABLE "countersign"."tasks" ADD COLUMN "planned" jsonb;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "planned_hash" text;