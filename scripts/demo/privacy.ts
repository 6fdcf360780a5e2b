/**
 * Makes the privacy requests (當事人權利) of the demo: one of each kind, the first nearly due. The requesters are not
 * real.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { askRequest, recordRequest } from "#domain/people/privacy/actions.ts";
import type { RequestKind } from "#domain/people/privacy/rules.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type DemoRequest = {
	/** The member's number. */
	of: string;
	kind: RequestKind;
	content: string;
	/** How many days ago the request was received. */
	days: number;
	channel: "web" | "paper";
};

const REQUESTS: readonly DemoRequest[] = [
	// Twelve of the fifteen days for an answer have passed.
	{ of: "M0001", kind: "copy", content: "想留一份自己的資料，也想知道誰看過我的身障證明。", days: 12, channel: "web" },
	{
		of: "M0007",
		kind: "correction",
		content: "地址門牌整編：「向上老街 3 號」改為「向上老街 5 號」，附戶政事務所證明影本。",
		days: 6,
		channel: "paper",
	},
	{ of: "M0017", kind: "deletion", content: "已經退會，請刪除我的聯絡資料。", days: 20, channel: "paper" },
];

const DAY_MS = 86_400_000;

/** Makes the requests when there is none; returns how many. `at` is UTC ms; people and members must exist. */
export async function seedDemoRequests(db: Db, at: number): Promise<number> {
	const [[there], [secretary], members] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM privacy_requests LIMIT 1"),
		select<{ id: number }>("SELECT id FROM users WHERE email = 'secretary@example.org'"),
		select<{ id: number; user_id: number | null; member_no: string }>(
			"SELECT id, user_id, member_no FROM members WHERE member_no IN ('M0001', 'M0007', 'M0017') AND merged_into IS NULL",
		),
	);
	if (there || !secretary) return 0;
	let made = 0;
	for (const { of, kind, content, days, channel } of REQUESTS) {
		const member = members.find(({ member_no }) => member_no === of);
		const userId = channel === "web" ? member?.user_id : secretary.id;
		if (!member || !userId) continue;
		const cameAt = at - days * DAY_MS;
		const asked = { memberId: member.id, kind, content, key: `demo-request-${kind}` };
		const by = { ...byUser(userId, null, cameAt), userId };
		if (channel === "web") await askRequest(db, { ...asked, by });
		else await recordRequest(db, { ...asked, channel, receivedOn: dateInTaipei(cameAt), by });
		made += 1;
	}
	return made;
}
