import { allows } from "#auth/permissions.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { type MemberHistoryRow, memberHistory } from "#db/member-picks.ts";
import { storedMember } from "#db/member-reads.ts";
import { countNotes } from "#db/notes.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { openForPerson } from "#platform/member-seals.ts";
import { historyPage } from "./history-page.ts";

/** What is sealed in a row of the log; "" where nothing is. */
function sealedIn({ changes }: MemberHistoryRow): string {
	const { sealed }: { sealed?: unknown } = JSON.parse(changes);
	return typeof sealed === "string" ? sealed : "";
}

export const HISTORY_ROUTES: readonly Route[] = [
	view({
		path: paths.admin.members.history(":id"),
		gate: "members",
		params: IdParams,
		show: async ({ env, params: { id }, who, at }) => {
			const [[member], rows, [notes]] = await readRows(
				env.DB,
				storedMember(id),
				memberHistory(id),
				countNotes({ type: "member", id }),
			);
			if (!member) return "missing";
			const opened = allows("members_sensitive", who) ? await openForPerson(env, member, rows.map(sealedIn)) : [];
			return historyPage({ member, notes: notes?.count ?? 0, rows, opened, who, at });
		},
	}),
];
