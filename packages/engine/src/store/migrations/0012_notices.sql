-- Repositories of before are told once what the default of merge.freshness means now; new ones have nothing to hear.
ALTER TABLE "countersign"."repositories" ADD COLUMN "notice" text DEFAULT 'clean_merge';--> statement-breakpoint
ALTER TABLE "countersign"."repositories" ALTER COLUMN "notice" DROP DEFAULT;
