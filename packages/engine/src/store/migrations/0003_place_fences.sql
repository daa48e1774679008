ALTER TABLE "countersign"."repositories" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."holds" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."credentials" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."policies" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."dismissals" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."work_places" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."repositories" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."holds" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."credentials" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."policies" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."dismissals" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "countersign"."work_places" TO "countersign_app";--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."moves" TO "countersign_app";--> statement-breakpoint
ALTER TABLE "countersign"."accepted_tips" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "countersign"."accepted_tips" TO "countersign_app";
