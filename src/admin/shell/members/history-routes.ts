import { allows } from "#auth/permissions.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { noticesOf } from "#db/money/index.ts";
import {
	countNotes,
	type MemberHistoryRow,
	type MergedRow,
	memberHistory,
	membershipTypes,
	mergedInto,
	storedMember,
} from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { noteHistoryView } from "#domain/people/actions.ts";
import type { Bindings } from "#env.ts";
import { paths } from "#http/paths.ts";
import { openForPerson } from "#platform/member-seals.ts";
import { historyPage } from "./history-page.ts";

/** Returns the encrypted part of a log row; "" when it has none. */
function sealedIn({ changes }: MemberHistoryRow): string {
	const { sealed }: { sealed?: unknown } = JSON.parse(changes);
	return typeof sealed === "string" ? sealed : "";
}

/** Decrypts the encrypted parts of the rows, in their order; each row uses the keys of its own record. */
async function openRows(
	env: Bindings,
	records: readonly Pick<MergedRow, "id" | "seal_id" | "person_key">[],
	rows: readonly MemberHistoryRow[],
): Promise<unknown[]> {
	const opened = new Map<number, unknown>();
	for (const record of records) {
		const own = rows.filter(({ member_id }) => member_id === record.id);
		const values = await openForPerson(env, record, own.map(sealedIn));
		own.forEach(({ id }, at) => {
			opened.set(id, values[at]);
		});
	}
	return rows.map(({ id }) => opened.get(id));
}

export const HISTORY_ROUTES: readonly Route[] = [
	view({
		path: paths.admin.members.history(":id"),
		gate: "members",
		params: IdParams,
		show: async ({ env, db, params: { id }, who, by, at }) => {
			const [[member], rows, [notes], merged, notices, types] = await readRows(
				env.DB,
				storedMember(id),
				memberHistory(id),
				countNotes({ type: "member", id }),
				mergedInto(id),
				noticesOf(id),
				membershipTypes(),
			);
			if (!member) return "missing";
			// Encrypted values are decrypted, so the access is logged as on the record's page.
			const sees = allows("members_sensitive", who) && rows.some((row) => sealedIn(row) !== "");
			if (sees) await noteHistoryView(db, { id, by });
			const opened = sees ? await openRows(env, [member, ...merged], rows) : [];
			return historyPage({ member, merged, notes: notes?.count ?? 0, rows, opened, notices, types, who, at });
		},
	}),
];
