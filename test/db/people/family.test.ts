import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { linkRequest } from "#db/people/link-requests.ts";
import { storedMember } from "#db/people/member-reads.ts";
import { privacyRequest, requestsOf } from "#db/people/privacy.ts";
import { readRows } from "#db/read.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { db, own } from "../../support/logins.ts";
import { member } from "../../support/members.ts";
import { insertOpenRequest } from "../../support/profiles.ts";
import { person } from "../../support/users.ts";

test("the family that a row names is that row's, whatever the query calls its tables", async () => {
	const [mine, theirs, clerk] = [
		await person({ name: "甲" }),
		await person({ name: "乙" }),
		await person({ roles: ["secretary"] }),
	];
	const { id } = await member({ name: "甲", status: "active", userId: mine.id });
	await member({ name: "乙", status: "active", userId: theirs.id });
	const request = await recordRequest(db, {
		memberId: id,
		kind: "copy",
		content: "",
		channel: "paper",
		receivedOn: dateInTaipei(Date.now()),
		key: crypto.randomUUID(),
		by: own(clerk.id, Date.now()),
	});
	await insertOpenRequest(7, theirs.id);
	const [[row], [one], [first], [asked]] = await readRows(
		env.DB,
		storedMember(id),
		privacyRequest(request),
		requestsOf(id),
		linkRequest(7),
	);
	expect([row?.related, one?.related, first?.related].map((json) => JSON.parse(json ?? "null"))).toEqual([
		[mine.id],
		[mine.id],
		[mine.id],
	]);
	expect(JSON.parse(asked?.related ?? "null")).toEqual([theirs.id]);
});
