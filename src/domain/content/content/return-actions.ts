import { commit, type Db } from "#db/commit.ts";
import { type Returning, type ReturningRow, returningRows, returnWrites } from "#db/content/text-returns.ts";
import { ownSteps } from "#db/own-steps.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { isInTime, isShownAs, RETURNED_BY, type ReturnedStep, type Stood, stateAfter, stoodIn } from "./returning.ts";

type Taking = {
	moment: number;
	steps: readonly ReturnedStep[];
	by: By;
	/** Whether the user may change a record; by default each. */
	may?: (row: ReturningRow) => boolean;
};

/**
 * How many records are again as they were, and how many stay: changed once more (`left`), or not to be shown again
 * (`unfit`).
 */
export type TakenBack = { back: number; left: number; unfit?: number };

/**
 * Takes back the steps that the user took with articles, pages or documents at one moment, in one batch: each is as it
 * stood, with its times and its pin. What was changed since stays (`left`), as does what cannot be shown again (`unfit`):
 * a release holds it back, its time is over, or the page above it is gone. The caller then queues the message
 * `content.changed`. Refuses `article.stale`, `page.stale` or `document.stale` when one changes meanwhile.
 */
export async function takeBackTexts(
	db: Db,
	kind: Returning,
	{ moment, steps, by, may = () => true }: Taking,
): Promise<TakenBack> {
	const actions = steps.map((step) => `${kind}.${step}`);
	const [taken] = await readRows(db.$client, ownSteps(kind, { actions, moment, userId: by.userId }));
	const untouched = taken.flatMap(({ id, action, changes, is_touched }) => {
		const [step, stood] = [steps.find((one) => action === `${kind}.${one}`), stoodIn(changes)];
		return is_touched === 0 && step && stood ? [{ id, step, stood }] : [];
	});
	const ids = untouched.map(({ id }) => id);
	const [rows] = await readRows(db.$client, returningRows(kind, ids));
	const known = new Map(rows.filter(may).map((row) => [row.id, row]));
	const standing = untouched.flatMap((one) => {
		const row = known.get(one.id);
		return row?.state === stateAfter(one.step) ? [{ ...one, row }] : [];
	});
	const fit = standing.filter(({ row, stood }) => canReturn(row, stood, by.at));
	const returns = fit.map(({ row: { id, version, state }, step, stood }) => ({
		...{ ...stood, id, version, action: `${kind}.${RETURNED_BY[step]}` },
		changes: state === stood.state ? {} : { state: { from: state, to: stood.state } },
	}));
	if (returns.length > 0) await commit(db, returnWrites(kind, returns, by));
	return { back: fit.length, left: taken.length - standing.length, unfit: standing.length - fit.length };
}

const canReturn = ({ is_held, is_parted }: ReturningRow, stood: Stood, at: number): boolean =>
	is_parted === 0 && isInTime(stood, at) && !(is_held === 1 && isShownAs(stood));
