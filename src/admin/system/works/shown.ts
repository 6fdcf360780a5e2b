import { timeLeft, WORK_KINDS, WORK_REASONS, type WorkRow } from "#domain/system/works/rules.ts";
import { paths } from "#http/paths.ts";
import type { ShownWork } from "#ui/works.ts";

/** Returns stored work as the pages show it; `at` is now in UTC milliseconds. */
export const shownWork = (row: WorkRow, at: number): ShownWork => ({
	...WORK_KINDS[row.kind],
	state: row.state,
	done: row.done,
	total: row.total,
	left: row.state === "running" ? timeLeft(row, at) : "",
	reason: row.reason === null ? "" : WORK_REASONS[row.reason],
	isPartial: row.kind === "mailing",
	href: row.href,
	file: row.kind === "export" && row.state === "done" ? paths.admin.works.file(row.id) : undefined,
	sight: paths.admin.works.sight(row.id),
});
