import { othersWith, waits } from "#db/waiting.ts";
import { FINANCE_STATES } from "#domain/books/finance/labels.ts";
import { FINANCE_ACTS, waitingBy } from "./finance-waiting.ts";

const REVIEWED = FINANCE_STATES.filter((state) => state.startsWith("pending_")).map((state) => `'${state}'`);
const ACTS = JSON.stringify(FINANCE_ACTS);
/** The permissions with which a user can take the step of a waiting document `w`. */
const STEP = `SELECT j.value ->> '$.permission' FROM json_each('${ACTS}') j WHERE j.value ->> '$.step' = w.step AND j.value ->> '$.stands_in' IS NULL`;

export const finance = waits({
	tables: ({ me, holds, today }) =>
		waitingBy(
			me,
			`SELECT j.value ->> '$.step', j.value ->> '$.state', h.person,
		coalesce(j.value ->> '$.stands_in', 0)
	FROM json_each('${ACTS}') j JOIN ${holds} h ON h.permission = j.value ->> '$.permission'`,
			today,
		),
	menu: { finance: { count: () => "SELECT count(*) FROM waiting" } },
	sent: (me) =>
		`SELECT count(*) FROM finance_documents WHERE stage IN (${REVIEWED.join(", ")}) AND +applicant_id = ${me}`,
	hanging: {
		drafts: {
			place: 30,
			count: (me) => `SELECT count(*) FROM finance_documents WHERE applicant_id = ${me} AND state = 'draft'`,
		},
	},
	hangingRows: `SELECT w.step AS kind, count(*) AS n, iif(w.step = 'mend', NULL, ${othersWith(STEP)}) AS others FROM waiting w WHERE w.stands_in = 0 GROUP BY w.step`,
});
