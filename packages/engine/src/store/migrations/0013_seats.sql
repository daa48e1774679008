CREATE TABLE "countersign"."reviewer_connections" (
	"org_id" text NOT NULL,
	"credential" text NOT NULL,
	"repo" text NOT NULL,
	"seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviewer_connections_org_id_credential_repo_pk" PRIMARY KEY("org_id","credential","repo")
);
--> statement-breakpoint
ALTER TABLE "countersign"."reviewer_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersign"."repositories" ADD COLUMN "policy_accepted_by" text;--> statement-breakpoint
ALTER TABLE "countersign"."tasks" ADD COLUMN "open_seats" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_with_seats" ON "countersign"."tasks" USING btree ("org_id") WHERE open_seats <> '{}';--> statement-breakpoint
CREATE POLICY "reviewer_connections_of_this_org" ON "countersign"."reviewer_connections" AS PERMISSIVE FOR ALL TO "countersign_app" USING (org_id = nullif(current_setting('countersign.org', true), '')) WITH CHECK (org_id = nullif(current_setting('countersign.org', true), ''));--> statement-breakpoint

-- A connection is seen again and again, and forgotten when it is old.
ALTER TABLE "countersign"."reviewer_connections" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "countersign"."reviewer_connections" TO "countersign_app";--> statement-breakpoint

-- The agents that open tasks of before wait for.
UPDATE "countersign"."tasks" t SET "open_seats" = s.actors
  FROM (SELECT q.org_id, q.task_id, array_agg(w.actor ORDER BY w.actor) AS actors
          FROM "countersign"."tasks" q
         CROSS JOIN LATERAL jsonb_array_elements(q.body #> '{round,plan,requirements}') AS r(req)
         CROSS JOIN LATERAL jsonb_array_elements_text(r.req -> 'who') AS w(actor)
         WHERE q.state = 'reviewing'
           AND jsonb_typeof(q.body #> '{round,plan,requirements}') = 'array'
           AND NOT (r.req ->> 'human')::boolean
           AND r.req ->> 'kind' NOT IN ('check', 'self')
           AND (q.body #> '{round,decision,outstanding}') ? (r.req ->> 'id')
         GROUP BY q.org_id, q.task_id) s
 WHERE t.org_id = s.org_id AND t.task_id = s.task_id;
