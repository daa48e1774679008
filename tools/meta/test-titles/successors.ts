/** Titles that changed since `earlier-titles.txt` was written: the old one and its successor. */
export const SUCCESSORS: Readonly<Record<string, string>> = {
  "adds a file to a tree and leaves the rest and the repository alone":
    "adds and replaces files of a tree and leaves the rest and the repository alone",
  "refuses the name %j": "refuses the path %j",
  "in this folder one file starts processes":
    "in this folder git is started by one file and a spawner that knows nothing of git",
  // Timers are a column, not jobs.
  "the jobs of a command > ring at a moment, and at once when it has passed":
    "a task's deadline > is none once nobody holds the lease, so that it does not end again and again",
  "a decision on what was shown > shownOf names the round and tree of a task, or null twice":
    "a decision on what was shown > toShown names the round and tree of a task, or null twice",
  "the closed list of errors > %s has a status, an exit code and a text for agents":
    "the closed list of errors > says of each code whether the same request may succeed later",
  "the closed list of errors > tells an agent what to do after $code":
    "the texts of errors > tell an agent what to do after $code",
  "the closed list of errors > fills in the message itself and leaves unknown places as they are":
    "the texts of errors > contain the message, and are missing where a value is not known",
  "the closed list of errors > never takes a detail from the prototype":
    "the texts of errors > need no value that they do not name",
  "explains every exit code that an error has": "has one name for each exit code",
  "putOff > hides a task from one person until it changes":
    "snoozeTask > hides a task from one person until it changes",
  "putOff > hides it until a time by the database's clock, also when it changes before":
    "snoozeTask > hides it until a time by the database's clock, also when it changes before",
  "putOff > is refused when work was submitted after the task was shown":
    "snoozeTask > is refused when work was submitted after the task was shown",
  "putOff > keeps the last word, and is taken back":
    "snoozeTask > keeps the last word, and is taken back",
  "putOff > refuses agents, unknown tasks and times that are over":
    "snoozeTask > refuses agents, unknown tasks and times that are over",
  "biome.walls.json is what walls.ts says (npm run walls)":
    "the walls > stop no import of the sources",
  "countersign > begins its help, and that of each command, with two examples":
    "countersign > begins its help, and that of each command, with purpose, usage and two examples",
  "the tree of commands > $name: help begins with two examples, on stdout alone":
    "the tree of commands > $name: help has a purpose, usage and two examples, on stdout alone",
  "dig > makes several edits, also in one file":
    "applyBug > makes several edits in one file, however the code is formatted",
  "dig > refuses a text that is not found once: %j":
    "applyBug > refuses code that is not found once: %j",
  "the table of holes > $id can be made again: $hole":
    "the table of seeded bugs > $id can be put back: $bug",
  "the table of holes > $id names tests that exist":
    "the table of seeded bugs > $id names tests that exist",
  "the table of holes > has every contradiction, defect and hole once":
    "the table of seeded bugs > has every contradiction, defect and hole once",
  "the table of holes > leaves only what is no logic of the core to another owner":
    "the table of seeded bugs > leaves only bugs outside of the core's logic to another package",
  "the table of holes > makes no hole twice": "the table of seeded bugs > has no bug twice",
  "a handler that throws > is told again when the worker died between the last attempt and the end":
    "jobs of a release with DBOS > stay where they are when the migration fails, and are moved by the next one",
  "a worker that is killed in the middle of a job > is replaced by the other within ten seconds, also in a partition that it held":
    "a worker that is killed in the middle of a job > is replaced by the other within seven seconds, also in a partition that it held",
  "an organisation's session > changes no row of others by the one column that it may touch":
    "an organisation's session > enqueues nothing when it has named no organisation",
  "an organisation's session > is refused another's input, and another's id through the door":
    "an organisation's session > is refused another's id through the door",
  "an organisation's session > sees its own rows of %s alone":
    "an organisation's session > sees its own jobs alone",
  "cancel > changes nothing about what is done":
    "enqueue > takes the same id as the same job after it is done, if it is meant to run once",
  "deletes what was finished before the days it is kept, and nothing else":
    "forgets given up jobs and remembered ids after the days that they are kept",
  "enqueue > takes the same id as the same job, while it waits and after it is done":
    "enqueue > takes the same id as the same job while it waits and while it runs",
  "forgets answers and jobs after the days of the policy, packs mirrors, and keeps the log":
    "forgets answers and given up jobs after the days of the policy, packs mirrors, and keeps the log",
  "gives up a row that somebody wrote without an input":
    "counts workers that stopped before as dead at once, if it is alone on its database",
  "migrateDurable > puts the fences back when it is applied again, and leaves the rows alone":
    "migrateDurable > puts the fences back when it is applied again, and leaves the jobs alone",
  "needs no superuser, also when the tables are fenced already":
    "needs no superuser, also to move the jobs of a release with DBOS",
  "refuses a second queue in the same process": "lets two queues of one process share the jobs",
  "tells once of a row that no worker could begin":
    "a handler that throws > reports a job whose content it cannot read",
  "the pace of the queues > expects work in all queues when nobody says where":
    "the workers of a queue > are free for effects and merges while reviews take long, and leave other reviews to others",
  "the pace of the queues > lets a queue rest between two looks while nothing is expected":
    "the workers of a queue > send nothing but heartbeats while there is nothing to do",
  "the pace of the queues > looks at every poll where work is expected, and only there":
    "the workers of a queue > look for an added job only in its queue, with one statement",
  "the pace of the queues > looks into every queue at the first poll":
    "the workers of a queue > find jobs of each queue that were added before they started",
  "the pace of the queues > looks less and less often the longer it waits for what it expects, down to its rest":
    "the workers of a queue > start the next job of a partition when one has ended, without waiting for a heartbeat",
  "the queue's tables > are closed to the application but for the two that it enqueues into":
    "the queue's tables > are closed to the application",
  "the queue's tables > are fenced and forced wherever a row belongs to a workflow":
    "the queue's tables > are reached by the application through three functions alone",
  "what was read > leaves what another board has kept meanwhile, and forgets the oldest where it is too much":
    "marks of two surfaces > are merged: each keeps what the other has marked and unmarked",
  "what was read > is nothing where %j was kept":
    "the files of earlier releases > are set aside with a message where they are %s",
  "what a board keeps > is written whole, one after another, on top of what is there, for its owner alone":
    "what could not be sent > is stored for its owner alone, and read by the same person for the same engine",
  "what a board keeps > is nothing where it cannot be read, and does not fail where it cannot be written":
    "what could not be sent > does not end the review where it cannot be written, and removes nothing then",
};

/**
 * Lists earlier titles that no test has any more. A title that occurred twice must still occur
 * twice.
 */
export function findMissing(
  earlier: readonly string[],
  now: readonly string[],
  successors: Readonly<Record<string, string>>,
): string[] {
  const left = new Map<string, number>();
  for (const title of now) left.set(title, (left.get(title) ?? 0) + 1);
  return earlier.filter((old) => {
    const title = successors[old] ?? old;
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count === 0;
  });
}
