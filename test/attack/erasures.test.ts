import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { uploadCertificate } from "#domain/people/certificates/actions.ts";
import { auditMember, sealChanges } from "#domain/people/members/actions.ts";
import { addNote } from "#domain/people/notes/actions.ts";
import { recordPaperConsent } from "#domain/people/privacy/consent-actions.ts";
import { formerNames, keepErasures, pseudonymise, replayErasures } from "#domain/shell/erasures/actions.ts";
import { claimMails, noteBounce, settleTry } from "#domain/system/mail/actions.ts";
import { paths } from "#http/paths.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { registeredErasures } from "#platform/erasure-register.ts";
import { SHARDS } from "#platform/private-files.ts";
import { picture } from "../support/certificates.ts";
import { insert, insertMail } from "../support/content.ts";
import { setGuardian } from "../support/guardians.ts";
import { AT, db, makeLogin } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { forget, leave, merge, onPaper, openOffice, refusal, second, staff } from "../support/office.ts";
import { ask, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

beforeAll(openOffice);

describe("who was erased", () => {
	/** Somebody erased to whom a mail was sent, or is on its way. */
	async function mailed(email: string, mail: Record<string, string | number>) {
		const login = await makeLogin({ role: "member", email });
		const { id } = await member({ name: "收信的人", userId: login.id, status: "active" });
		await insertMail({
			template: "mail_test",
			user_id: login.id,
			to_address: email,
			to_name: "收信的人",
			data: '{"askedAt":1}',
			due_at: 1,
			created_at: 1,
			...mail,
		});
		const taken = mail.state === "queued" ? await claimMails(db, { at: AT, limit: 10 }) : [];
		await forget(id);
		return taken.find((one) => one.id === mail.id);
	}
	const told = (id: string) => rows("SELECT state, to_address, last_error FROM mail_messages WHERE id = ?", id);

	test("is not named again by a bounce that comes later", async () => {
		await mailed("bounced@example.org", { id: "msg_b", state: "sent", provider_id: "p1", attempts: 1, settled_at: 2 });
		const reason = "550 5.1.1 <bounced@example.org> unknown";
		await noteBounce(db, { mail: { id: "msg_b", round: 1 }, providerId: "p1", reason }, AT);
		expect(await told("msg_b")).toEqual([{ state: "bounced", to_address: "", last_error: null }]);
	});

	test("is not named again by a mail that was being sent meanwhile", async () => {
		const taken = await mailed("sending@example.org", { id: "msg_s", state: "queued" });
		expect(taken?.toAddress).toBe("sending@example.org");
		if (taken) {
			const tried = { result: "temporary", error: "450 <sending@example.org> try later" } as const;
			await settleTry(db, taken, { tried, at: AT, random: 0 });
		}
		expect(await told("msg_s")).toEqual([{ state: "failed", to_address: "", last_error: null }]);
	});

	test("takes no mail of a family along that shares the address", async () => {
		const email = "family@example.org";
		const [mother] = [await member({ name: "媽媽", email, status: "active" }), await member({ name: "孩子", email })];
		const mail = { template: "mail_test", to_address: email, data: '{"askedAt":1}', state: "queued", due_at: 9e15 };
		for (const name of ["媽媽", "孩子"]) await insertMail({ id: `msg_${name}`, ...mail, to_name: name, created_at: 1 });
		await forget(mother.id);
		expect(
			await rows("SELECT to_name, state FROM mail_messages WHERE id IN ('msg_媽媽', 'msg_孩子') ORDER BY state"),
		).toEqual([
			{ to_name: "", state: "failed" },
			{ to_name: "孩子", state: "queued" },
		]);
	});

	test("takes no note, no guardian's place, no paper", async () => {
		const [{ id }, other] = [await member({ name: "抹去的人", status: "active" }), await member({ name: "別人" })];
		await forget(id);
		const paper = { kind: "personal_data", textVersion: "2026-11", given: true, signedOn: "2026-01-01" } as const;
		const [ref, by] = [await storedNow(id), staff()];
		const upload = { upload: picture(), replaces: null, onPaper: true, notice: null, key: crypto.randomUUID() };
		expect([
			await refusal(addNote(db, { notable: { type: "member", id }, content: "其實是王小明", by })),
			await refusal(setGuardian(env, db, { ref: other, guardianId: id, by })),
			await refusal(recordPaperConsent(env, db, { ref, paper, by })),
			await refusal(onPaper(id)),
			await refusal(uploadCertificate(env, db, { memberId: id, ...upload, by })),
			await refusal(merge(id, other.id)),
			await refusal(merge(other.id, id)),
		]).toEqual([
			"note.no_record",
			"member.guardian_refused",
			"member.wrong_state",
			"member.merged",
			"member.merged",
			"member.wrong_state",
			"member.wrong_state",
		]);
		expect(await rows("SELECT count(*) AS n FROM notes WHERE notable_id = ?", id)).toEqual([{ n: 0 }]);
	});

	test("stands in the register with every record that was merged into theirs", async () => {
		const kept = await member({ name: "留下的人", phone: "0911000001", status: "active" });
		const other = await member({ name: "併入的人", phone: "0911000002", status: "active" });
		await merge(kept.id, other.id);
		await forget(kept.id);
		const lines = (await registeredErasures(env)).filter(({ member_id }) => [kept.id, other.id].includes(member_id));
		expect(lines.map(({ member_id, member_created_at }) => [member_id, member_created_at])).toEqual(
			[kept, other].map(({ id, created_at }) => [id, created_at]),
		);
		expect(await rows("SELECT member_id FROM erasures WHERE member_id IN (?, ?)", kept.id, other.id)).toHaveLength(2);
	});

	test("is erased again when a copy from before the merge comes back, as two; as one from after it", async () => {
		const made = () => member({ name: "還原的人", phone: "0911000003", status: "active" });
		const [kept, other, later, into] = [await made(), await made(), await made(), await made()];
		await merge(into.id, later.id);
		const register = [kept, other, later, into].map(({ id, created_at }) => ({
			member_id: id,
			member_created_at: created_at,
			user_id: null,
			at: AT,
		}));
		expect(await replayErasures(env, db, { register, by: staff() })).toBe(3);
		const left = await rows("SELECT id FROM members WHERE phone = '0911000003' OR name = '還原的人'");
		expect(left).toEqual([]);
	});
});

test("an erasure answers the request that was seen, and no other's", async () => {
	const [one, other] = [await member({ name: "甲", status: "active" }), await member({ name: "乙", status: "active" })];
	const asked: number[] = [];
	for (const { id } of [one, other]) asked.push(await leave(id));
	const [mine = 0, others = 0] = asked;
	const erase = async (requestId: number) =>
		refusal(pseudonymise(env, db, { ref: await storedNow(one.id), requestId, by: second() }));
	expect([await erase(others), (await storedNow(one.id)).name]).toEqual(["privacy.no_request", "甲"]);
	expect(await erase(mine)).toBe("nothing");
	expect(await rows("SELECT request_id FROM erasures WHERE member_id = ?", one.id)).toEqual([{ request_id: mine }]);
	expect(await rows("SELECT status FROM privacy_requests WHERE id = ?", others)).toEqual([{ status: "open" }]);
});

test("staff hand out no copy of a record that was merged away: its family is no longer known there", async () => {
	const [kept, gone] = [await member({ status: "active" }), await member({ status: "active" })];
	await merge(kept.id, gone.id);
	const secretarys = await signIn({ roles: ["secretary"] });
	const answers = await Promise.all(
		[kept, gone].map(({ id }) => ask(paths.admin.members.privacy.copy(id), { as: secretarys, form: {} })),
	);
	expect(answers.map(({ status }) => status)).toEqual([200, 404]);
	const log = "SELECT auditable_id FROM audit_log WHERE action = 'member.copy' AND auditable_id IN (?, ?)";
	expect(await rows(log, String(kept.id), String(gone.id))).toEqual([{ auditable_id: String(kept.id) }]);
});

test("a server that dies behind the batch of an erasure leaves nothing: the cron removes pictures and writes the register", async () => {
	const { id } = await member({ name: "有證明的人", status: "active" });
	const upload = { upload: picture(), replaces: null, onPaper: true, notice: null, key: crypto.randomUUID() };
	await uploadCertificate(env, db, { memberId: id, ...upload, by: staff() });
	const requestId = await leave(id);
	const died = new Proxy(env.FILES, {
		get: (bucket, name) => {
			if (name === "delete" || name === "put") throw new Error("killed");
			return Reflect.get(bucket, name).bind(bucket);
		},
	});
	const ref = await storedNow(id);
	const dying = pseudonymise({ ...env, FILES: died }, db, { ref, requestId, by: second() });
	await expect(dying).rejects.toThrow("killed");
	const [file] = await rows<{ object_key: string; deleted_at: number | null }>(
		`SELECT f.object_key, f.deleted_at FROM files f JOIN disability_certificates c ON c.file_id = f.id WHERE c.member_id = ?`,
		id,
	);
	expect([file?.deleted_at, (await storedNow(id)).pseudonymised_at]).toEqual([AT, AT]);
	const left = async () => [
		await env.FILES.head(file?.object_key ?? "").then((found) => found !== null),
		(await registeredErasures(env)).some(({ member_id }) => member_id === id),
	];
	expect(await left()).toEqual([true, false]);
	await keepErasures(env, db, AT);
	for (let shard = 0; shard < SHARDS; shard++) await sweepFiles(env, AT + shard * 60_000);
	expect(await left()).toEqual([false, true]);
});

test("the name is shown where it stands in free text before an erasure, by record, to who may open it; the list stays after it", async () => {
	const { id } = await member({ name: "尋找全部", phone: "0911222333", status: "active" });
	const [other, colleague] = [await member({ name: "另一人" }), await signIn({ roles: ["secretary"] })];
	const note = (about: number, content: string) =>
		addNote(db, { notable: { type: "member", id: about }, content, by: staff() });
	await note(id, "尋找全部的備忘");
	await note(other.id, "和尋找全部同住，電話 0911-222-333");
	await insert("articles", {
		id: 77_001,
		slug: "thanks",
		type: "news",
		title: "感謝",
		body_markdown: "謝謝尋找全部的幫忙",
		created_at: 1,
		updated_at: 1,
	});
	const requestId = await leave(id);
	const path = paths.admin.members.privacy.pseudonymisation(id);
	const shown = async () => (await ask(path, { as: colleague })).text();
	const before = await shown();
	for (const words of [
		"請先處理",
		"會一併刪除",
		paths.admin.members.show(other.id),
		"<b>文章</b>",
		"請有權限的同事處理",
	])
		expect([words, before.includes(words)]).toEqual([words, true]);
	// Neither a page that the reader may not open, nor what stands in the text.
	expect(before).not.toMatch(/\/admin\/articles\/77001|同住|謝謝/);

	await pseudonymise(env, db, { ref: await storedNow(id), requestId, by: second() });
	const kept = await rows<Record<string, unknown>>(
		"SELECT place, kind, link, fate FROM erasure_places WHERE subject_id = ? ORDER BY place",
		id,
	);
	expect(kept).toEqual([
		{ place: "articles", kind: "article", link: "77001", fate: "edit" },
		{ place: "notes", kind: "member", link: String(other.id), fate: "edit" },
	]);
	const after = await shown();
	expect(after).toContain(paths.admin.members.show(other.id));
	expect(after).not.toMatch(/尋找全部|name="understood"/);
	expect((await ask(paths.admin.members.show(id), { as: colleague })).status).toBe(200);
});

test("what somebody was called before a change of name is looked for too, though the history of it is sealed", async () => {
	const { id } = await member({ name: "舊姓阿花", status: "active" });
	const other = await member({ name: "鄰居" });
	await addNote(db, { notable: { type: "member", id: other.id }, content: "舊姓阿花介紹", by: staff() });
	const was = await storedNow(id);
	const changes = await sealChanges(env, db, {
		member: was,
		changes: { name: { from: "舊姓阿花", to: "新姓阿花" } },
	});
	await commit(db, [...auditMember(db, id, { ...staff(), action: "member.edit", changes })]);
	await rows("UPDATE members SET name = '新姓阿花' WHERE id = ?", id);
	expect(await formerNames(env, db, id)).toEqual(["舊姓阿花"]);
	await forget(id);
	expect(await rows("SELECT place, link FROM erasure_places WHERE subject_id = ?", id)).toEqual([
		{ place: "notes", link: String(other.id) },
	]);
});

test("an erasure keeps nothing of what somebody was told under a record that was merged, or at an address of before", async () => {
	const [kept, other] = [
		await member({ name: "搬家的人", email: "old@example.org", status: "active" }),
		await member({ name: "搬家的人", status: "active" }),
	];
	await insert("notifications", {
		...{ id: "moved", kind: "guardian_changed", member_id: kept.id, data: '{"isNew":true}', created_at: 1 },
	});
	await insert("notifications", {
		...{ id: "merged", kind: "guardian_changed", member_id: other.id, data: '{"isNew":true}', created_at: 1 },
	});
	await env.DB.prepare("UPDATE members SET email = 'new@example.org' WHERE id = ?").bind(kept.id).run();
	await merge(kept.id, other.id);
	const of = (id: number) =>
		rows(
			`SELECT n.id, n.data, m.to_address FROM notifications n LEFT JOIN mail_messages m ON m.id = n.id
			WHERE n.member_id = ? ORDER BY n.id`,
			id,
		);
	expect(await of(kept.id)).toEqual([
		{ id: "merged", data: '{"isNew":true}', to_address: null },
		{ id: "moved", data: '{"isNew":true}', to_address: "old@example.org" },
	]);
	await forget(kept.id);
	expect(await of(kept.id)).toEqual([
		{ id: "merged", data: "{}", to_address: null },
		{ id: "moved", data: "{}", to_address: "" },
	]);
});
