ALTER TABLE "countersign"."moves" ADD COLUMN "tip" text;--> statement-breakpoint
CREATE INDEX "moves_by_tip" ON "countersign"."moves" USING btree ("org_id","repo","tip") WHERE tip IS NOT NULL;