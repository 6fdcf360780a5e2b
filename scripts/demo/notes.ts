/** Makes the notes (備忘錄) about members of the demo association. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { byUser } from "#kernel/by.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SECRETARY = "secretary@example.org";
const CASHIER = "cashier@example.org";

/** The notes: the member's name, the author, how many milliseconds ago, and the text. */
const NOTES = [
	["石國樑", SECRETARY, 250 * DAY_MS, "紙本會刊改寄新北市地址。"],
	["石國樑", CASHIER, 49 * DAY_MS, "身障證明換發新證，請他從會員專區上傳，舊證有效到月底。"],
	[
		"石國樑",
		SECRETARY,
		3 * HOUR_MS,
		"來電詢問 116 年會費是否可與女兒一起轉帳，已說明一筆可以繳兩人，轉帳後在系統勾選即可。",
	],
	["石宥安", SECRETARY, 30 * DAY_MS, "參加秋季聚會，需要輪椅座位。"],
	["邱明道", SECRETARY, 90 * DAY_MS, "願意擔任聚會的分享人。\n請在活動前兩週聯絡。"],
	["黃素貞", CASHIER, 12 * DAY_MS, "收據抬頭要寫公司名稱，下次繳費時請再確認。"],
] as const;

/** Writes the notes when there is none yet; returns how many. `at` is UTC milliseconds; the members must exist. */
export async function seedDemoNotes(db: Db, at: number): Promise<number> {
	const [[there]] = await readRows(db.$client, select<{ id: number }>("SELECT id FROM notes LIMIT 1"));
	if (there) return 0;
	const made: number[] = [];
	for (const [name, author, ago, content] of NOTES) {
		const [[ids]] = await readRows(
			db.$client,
			select<{ id: number; userId: number }>(
				`SELECT m.id, u.id AS userId FROM members m JOIN users u ON u.email = ?2
				WHERE m.name = ?1 ORDER BY m.id LIMIT 1`,
				name,
				author,
			),
		);
		if (!ids) continue;
		const by = byUser(ids.userId, null, at - ago);
		made.push(await addNote(db, { notable: { type: "member", id: ids.id }, content, by }));
	}
	return made.length;
}
