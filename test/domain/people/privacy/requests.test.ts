import { describe, expect, test } from "vitest";
import {
	answerRequest,
	askRequest,
	extendRequest,
	recordRequest,
	remindOfRequests,
	withdrawRequest,
} from "#domain/people/privacy/actions.ts";
import { AnswerForm, StaffRequestForm } from "#domain/people/privacy/form.ts";
import { AT, db, makeLogin, own } from "../../../support/logins.ts";
import { member } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { auditOf, mailsTo, rows } from "../../../support/users.ts";

const refused = (verb: Promise<unknown>) => verb.catch(codeOf);

const DAY = 86_400_000;
const key = () => crypto.randomUUID();
const requestOf = async (id: number) =>
	(
		await rows(
			"SELECT member_id, kind, content, status, channel, received_on, due_on, grounds, answer, extension_reason, version FROM privacy_requests WHERE id = ?",
			id,
		)
	)[0];

async function family() {
	const login = await makeLogin({ role: "member" });
	const record = await member({ userId: login.id, status: "active", birth_date: "1980-01-01" });
	return { login, record };
}
const ask = (login: { id: number }, memberId: number, kind: "copy" | "correction" | "deletion" = "copy", at = AT) =>
	askRequest(db, {
		memberId,
		kind,
		content: kind === "correction" ? "生日是 1985/3/5" : "",
		key: key(),
		by: own(login.id, at),
	});
const DONE = { version: 1, outcome: "done" as const, grounds: "" as const, answer: "已寄出複本。" };

describe("asking", () => {
	test("a member asks, with the legal clock; once for a form, once of a kind at a time", async () => {
		const { login, record } = await family();
		const form = key();
		const of = { memberId: record.id, kind: "copy" as const, content: "", key: form, by: own(login.id) };
		const id = await askRequest(db, of);
		expect(await askRequest(db, of)).toBe(id);
		expect(await requestOf(id)).toEqual({
			member_id: record.id,
			kind: "copy",
			content: "",
			status: "open",
			channel: "web",
			received_on: "2026-03-05",
			due_on: "2026-03-20",
			grounds: null,
			answer: null,
			extension_reason: null,
			version: 1,
		});
		expect(await refused(ask(login, record.id))).toBe("privacy.open");
		expect((await auditOf("privacy_request", id)).map(({ action, description }) => [action, description])).toEqual([
			["privacy.ask", `member ${record.id}`],
		]);
	});

	test("a guardian asks for a child, not for one of age; nobody for a stranger", async () => {
		const { login, record } = await family();
		const child = await member({ guardianId: record.id, birth_date: "2020-01-01", status: "active" });
		const adult = await member({ guardianId: record.id, birth_date: "2000-01-01", status: "active" });
		const other = await member({ status: "active" });
		expect((await requestOf(await ask(login, child.id)))?.member_id).toBe(child.id);
		expect(await refused(ask(login, adult.id))).toBe("privacy.not_yours");
		expect(await refused(ask(login, other.id))).toBe("privacy.not_yours");
	});

	test("one on paper runs from the day it was received", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const record = await member();
		const id = await recordRequest(db, {
			memberId: record.id,
			kind: "deletion",
			content: "",
			channel: "paper",
			receivedOn: "2026-01-31",
			key: key(),
			by: own(staff.id),
		});
		expect(await requestOf(id)).toMatchObject({ channel: "paper", received_on: "2026-01-31", due_on: "2026-03-02" });
	});

	test("forms refuse what says nothing: a correction of what, a refusal of why", () => {
		const staff = { kind: "correction", content: " ", channel: "paper", received_on: "2026/3/1" };
		expect(StaffRequestForm.safeParse(staff).error?.issues.map(({ path }) => path)).toEqual([["content"]]);
		expect(
			StaffRequestForm.safeParse({ ...staff, kind: "copy", channel: "association" }).error?.issues.map(
				({ path }) => path,
			),
		).toEqual([["channel"]]);
		expect(
			StaffRequestForm.safeParse({ ...staff, content: "生日", received_on: "" }).error?.issues.map(({ path }) => path),
		).toEqual([["received_on"]]);
		const answer = { version: "1", outcome: "refused" };
		expect(AnswerForm.safeParse(answer).error?.issues.map(({ path }) => path)).toEqual([["grounds"], ["answer"]]);
		expect(AnswerForm.safeParse({ ...answer, grounds: "because", answer: "x" }).success).toBe(false);
		expect(AnswerForm.safeParse({ ...answer, grounds: "books", answer: "帳冊須保存。" }).success).toBe(true);
	});
});

describe("answering", () => {
	test("staff answer once, and whoever asked hears of it without a word of it", async () => {
		const { login, record } = await family();
		const staff = await makeLogin({ role: "secretary" });
		const id = await ask(login, record.id);
		await answerRequest(db, { ref: { id, version: 1 }, answer: DONE, by: own(staff.id) });
		expect(await requestOf(id)).toMatchObject({ status: "done", answer: "已寄出複本。", grounds: null, version: 2 });
		expect(await mailsTo(login.email)).toEqual([
			{ template: "privacy_answered", user_id: login.id, to_name: "林小美", data: { requestId: id } },
		]);
		expect(await refused(answerRequest(db, { ref: { id, version: 1 }, answer: DONE, by: own(staff.id) }))).toBe(
			"privacy.stale",
		);
		expect(await refused(answerRequest(db, { ref: { id, version: 2 }, answer: DONE, by: own(staff.id) }))).toBe(
			"privacy.stale",
		);
	});

	test("a refusal keeps the law's reason", async () => {
		const { login, record } = await family();
		const staff = await makeLogin({ role: "secretary" });
		const id = await ask(login, record.id, "deletion");
		const answer = { version: 1, outcome: "refused" as const, grounds: "books" as const, answer: "收據依法保存十年。" };
		await answerRequest(db, { ref: { id, version: 1 }, answer, by: own(staff.id) });
		expect(await requestOf(id)).toMatchObject({ status: "refused", grounds: "books", answer: "收據依法保存十年。" });
		expect((await auditOf("privacy_request", id)).at(-1)?.action).toBe("privacy.refuse");
	});

	test("nobody handles their own, their guardian's or their child's", async () => {
		const { login, record } = await family();
		const child = await member({ guardianId: record.id, birth_date: "2020-01-01", status: "active" });
		const staffChild = await makeLogin({ role: "secretary" });
		const childOfParent = await member({
			guardianId: record.id,
			userId: staffChild.id,
			birth_date: "2001-01-01",
			status: "active",
		});
		const [own1, childs] = [await ask(login, record.id), await ask(login, child.id)];
		for (const id of [own1, childs])
			expect(await refused(answerRequest(db, { ref: { id, version: 1 }, answer: DONE, by: own(login.id) }))).toBe(
				"privacy.own",
			);
		expect(
			await refused(answerRequest(db, { ref: { id: own1, version: 1 }, answer: DONE, by: own(staffChild.id) })),
		).toBe("privacy.own");
		expect(
			await refused(
				recordRequest(db, {
					memberId: childOfParent.id,
					kind: "copy",
					content: "",
					channel: "paper",
					receivedOn: "2026-03-01",
					key: key(),
					by: own(staffChild.id),
				}),
			),
		).toBe("privacy.own");
		expect(
			await refused(extendRequest(db, { ref: { id: own1, version: 1 }, reason: "忙", by: own(staffChild.id) })),
		).toBe("privacy.own");
	});

	test("an extension is one, from the last day, and told", async () => {
		const { login, record } = await family();
		const staff = await makeLogin({ role: "secretary" });
		const id = await ask(login, record.id);
		await extendRequest(db, { ref: { id, version: 1 }, reason: "資料散在三個系統", by: own(staff.id) });
		expect(await requestOf(id)).toMatchObject({
			due_on: "2026-04-04",
			extension_reason: "資料散在三個系統",
			version: 2,
		});
		expect((await mailsTo(login.email)).map(({ template }) => template)).toEqual(["privacy_extended"]);
		expect(await refused(extendRequest(db, { ref: { id, version: 2 }, reason: "還要", by: own(staff.id) }))).toBe(
			"privacy.extended",
		);
	});

	test("a member takes a request back, and may ask again", async () => {
		const { login, record } = await family();
		const stranger = await makeLogin({ role: "member" });
		const id = await ask(login, record.id);
		expect(await refused(withdrawRequest(db, { ref: { id, version: 1 }, by: own(stranger.id) }))).toBe(
			"privacy.not_yours",
		);
		await withdrawRequest(db, { ref: { id, version: 1 }, by: own(login.id) });
		expect(await requestOf(id)).toMatchObject({ status: "withdrawn", version: 2 });
		expect(await ask(login, record.id)).toBe(id + 1);
	});
});

describe("reminding staff", () => {
	test("five days before and once overdue, once each; anew after an extension", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const { login, record } = await family();
		const id = await ask(login, record.id);
		const told = async () =>
			(await mailsTo(staff.email)).map(({ data }) => data).filter(({ requestId }) => requestId === id);
		await remindOfRequests(db, AT + 9 * DAY);
		expect(await told()).toEqual([]);
		await remindOfRequests(db, AT + 10 * DAY);
		await remindOfRequests(db, AT + 11 * DAY);
		expect(await told()).toEqual([{ requestId: id, days: 5 }]);
		await remindOfRequests(db, AT + 15 * DAY);
		expect((await told()).length).toBe(1);
		await remindOfRequests(db, AT + 16 * DAY);
		await remindOfRequests(db, AT + 17 * DAY);
		expect((await told()).map(({ days }) => days)).toEqual([5, 0]);
		await extendRequest(db, { ref: { id, version: 1 }, reason: "補件中", by: own(staff.id) });
		await remindOfRequests(db, AT + 25 * DAY);
		expect((await told()).map(({ days }) => days)).toEqual([5, 0, 5]);
		expect((await auditOf("privacy_request", id)).filter(({ action }) => action === "privacy.remind").length).toBe(3);
	});

	test("nothing is said of what is answered", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const { login, record } = await family();
		const id = await ask(login, record.id);
		await answerRequest(db, { ref: { id, version: 1 }, answer: DONE, by: own(staff.id) });
		await remindOfRequests(db, AT + 60 * DAY);
		expect((await mailsTo(staff.email)).filter(({ data }) => data.requestId === id)).toEqual([]);
	});
});
