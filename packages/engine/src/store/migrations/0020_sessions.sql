ALTER TABLE "countersign"."credentials" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "countersign"."credentials" ADD COLUMN "parent" text;