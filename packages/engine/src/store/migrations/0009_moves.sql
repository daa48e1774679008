-- Each announcement of a move is a row of its own; it is voided when its task leaves the merge without one.
ALTER TABLE "countersign"."moves" ADD COLUMN "nonce" text;--> statement-breakpoint
ALTER TABLE "countersign"."moves" ADD COLUMN "voided" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."moves" ADD COLUMN "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "countersign"."moves_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "countersign"."moves" DROP CONSTRAINT "moves_org_id_repo_next_pk";--> statement-breakpoint
ALTER TABLE "countersign"."moves" ADD CONSTRAINT "moves_org_id_repo_position_pk" PRIMARY KEY("org_id","repo","position");--> statement-breakpoint
CREATE INDEX "moves_by_commit" ON "countersign"."moves" USING btree ("org_id","repo","next");--> statement-breakpoint
GRANT UPDATE ("voided") ON "countersign"."moves" TO "countersign_app";
