ALTER TABLE "countersign"."repositories" ADD COLUMN "git_dir" text;--> statement-breakpoint
ALTER TABLE "countersign"."repositories" ADD CONSTRAINT "repositories_by_git_dir" UNIQUE("git_dir");