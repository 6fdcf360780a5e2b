import assert from "node:assert/strict";
import { storedMember } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { createMember, stepMember } from "#domain/people/members/actions.ts";
import { revealSensitive } from "#domain/people/members/reveal-actions.ts";
import { answerRequest, askRequest, extendRequest, recordRequest } from "#domain/people/privacy/actions.ts";
import { TEXT_KINDS } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { byOperator, byUser } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";
import { input } from "./member-input.ts";

const DAY = 86_400_000;

/**
 * Requests of the member who signs in and of one who left: open, extended, overdue, refused; and a look at what is
 * sensitive. Returns the addresses of the routes that have a place for one.
 */
export async function fillPrivacy(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const userId = await idOf(store, "SELECT id FROM users WHERE email = 'member@example.org'");
	const secretary = await idOf(store, "SELECT id FROM users WHERE email = 'secretary@example.org'");
	const memberId = await idOf(store, `SELECT id FROM members WHERE user_id = ${userId}`);
	const own = { ...byUser(userId, null, at - DAY), userId };
	const staff = { ...byUser(secretary, null, at), userId: secretary };
	const asked = (kind: "copy" | "correction" | "deletion", content = "") =>
		askRequest(db, { memberId, kind, content, key: `privacy-${kind}`, by: own });
	const copy = await asked("copy");
	const correction = await asked("correction", "生日是 1985/3/5，\n不是 1985/5/3。");
	const deletion = await asked("deletion");
	await extendRequest(db, { ref: { id: correction, version: 1 }, reason: "調閱當年的紙本申請書。", by: staff });
	await answerRequest(db, {
		ref: { id: deletion, version: 1 },
		answer: { version: 1, outcome: "refused", grounds: "books", answer: "收據依法須保存，其餘資料在離會後刪除。" },
		by: staff,
	});
	const left = await createMember(env, db, {
		input: input({ name: "離開的人", phone: "0912000888" }),
		source: "admin",
		status: "active",
		by: byOperator(at),
	});
	const [[ref = assert.fail("no member")]] = await readRows(db.$client, storedMember(left));
	await stepMember(env, db, { ref, move: { step: "resign" }, by: byOperator(at) });
	const late = await recordRequest(db, {
		memberId: left,
		kind: "deletion",
		content: "",
		channel: "paper",
		receivedOn: new Date(at - 40 * DAY).toISOString().slice(0, 10),
		key: "privacy-late",
		by: staff,
	});
	await revealSensitive(env, db, { id: memberId, by: staff });
	const { privacy } = paths.admin.members;
	const { privacy: mine } = paths.member;
	return {
		[privacy.list()]: [privacy.list(), `${privacy.list()}?tab=closed`, `${privacy.list()}?kind=copy`],
		[privacy.show(":id")]: [copy, correction, deletion, late].map(privacy.show),
		[privacy.answer(":id")]: [privacy.answer(copy)],
		[privacy.extension(":id")]: [privacy.extension(copy)],
		[privacy.create(":id")]: [privacy.create(left)],
		[privacy.copy(":id")]: [privacy.copy(memberId)],
		[privacy.consent(":id")]: [memberId, left].map(privacy.consent),
		[privacy.pseudonymisation(":id")]: [memberId, left].map(privacy.pseudonymisation),
		[privacy.text(":kind")]: TEXT_KINDS.map(privacy.text),
		[privacy.textVersion(":kind", ":version")]: [privacy.textVersion("personal_data", "2026-11")],
		[privacy.agreements()]: [privacy.agreements(), `${privacy.agreements()}?kind=health_data&state=none`],
		[paths.notice(":kind")]: TEXT_KINDS.map(paths.notice),
		[privacy.access()]: [privacy.access(), `${privacy.access()}?member=M0001`, `${privacy.access()}?member=none`],
		[mine.text(":kind", ":version")]: ["personal_data", "health_data", "guardian_access"].map((kind) =>
			mine.text(kind, "2026-11"),
		),
		[mine.consent(":kind")]: [mine.consent("personal_data"), mine.consent("health_data")],
		[mine.consentEnd(":kind")]: [mine.consentEnd("personal_data"), mine.consentEnd("health_data")],
		[mine.request(":id")]: [copy, correction, deletion].map(mine.request),
	};
}

async function idOf({ env }: Store, statement: string): Promise<number> {
	return (await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
}
