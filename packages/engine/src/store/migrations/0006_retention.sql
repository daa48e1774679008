-- Answers to commands are kept for a while only; whoever forgets them finds the old ones by their age.
CREATE INDEX "commands_by_age" ON "countersign"."commands" USING brin ("org_id","at");--> statement-breakpoint
CREATE POLICY "commands_kept_a_day" ON "countersign"."commands" AS RESTRICTIVE FOR DELETE TO "countersign_app" USING (at < now() - interval '1 day');--> statement-breakpoint
GRANT DELETE ON "countersign"."commands" TO "countersign_app";
