ALTER TABLE "countersign"."tasks" ADD COLUMN "due" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tasks_with_deadline" ON "countersign"."tasks" USING btree ("org_id","due") WHERE due IS NOT NULL;--> statement-breakpoint

-- The deadlines of open tasks, which were jobs before.
UPDATE "countersign"."tasks" SET "due" = to_timestamp((CASE
    WHEN state IN ('reviewing', 'held', 'merging') THEN (body #>> '{phase,deadlineMs}')::float8
    ELSE least(CASE WHEN body #>> '{phase,agent}' IS NOT NULL THEN (body #>> '{phase,leaseUntilMs}')::float8 END,
               (body #>> '{checkup,deadlineMs}')::float8)
  END) / 1000)
 WHERE state IN ('in_progress', 'rework', 'reviewing', 'held', 'merging');
