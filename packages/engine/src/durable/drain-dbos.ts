/**
 * Moves the unfinished jobs of releases that used DBOS to the queue, and drops its tables. Delays keep their due time.
 */
export const DRAIN_DBOS = `
  DO $$ BEGIN
    IF to_regclass('dbos.workflow_status') IS NULL THEN RETURN; END IF;
    ALTER TABLE dbos.workflow_status NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE dbos.workflow_input NO FORCE ROW LEVEL SECURITY;
    PERFORM countersign_durable.add_jobs(json_agg(json_build_object(
        'id', s.workflow_uuid,
        'queue', s.queue_name,
        'partition', s.queue_partition_key,
        'serial', CASE s.queue_name WHEN 'merges' THEN 0
                                    WHEN 'reviewers' THEN abs(hashtext(s.workflow_uuid) % 4) END,
        'delayMs', CASE WHEN s.status = 'DELAYED' THEN greatest(
            0, s.delay_until_epoch_ms - extract(epoch FROM statement_timestamp()) * 1000) ELSE 0 END,
        'content', jsonb_strip_nulls(jsonb_build_object('partition', s.queue_partition_key))
                   || (i.inputs::jsonb #> '{json,0}')
      ) ORDER BY s.created_at))
      FROM dbos.workflow_status s JOIN dbos.workflow_input i USING (workflow_uuid)
     WHERE s.name = 'do_job' AND s.queue_name IN ('effects', 'merges', 'reviewers')
       AND s.status IN ('ENQUEUED', 'DELAYED', 'PENDING');
    DROP SCHEMA dbos CASCADE;
    DROP FUNCTION IF EXISTS countersign_durable.set_delay, countersign_durable.keep_row;
  END $$;`;
