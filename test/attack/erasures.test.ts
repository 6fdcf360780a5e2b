import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { uploadCertificate } from "#domain/certificates/actions.ts";
import { keepErasures, pseudonymise, replayErasures } from "#domain/erasures/actions.ts";
import { setGuardian } from "#domain/guardianships/actions.ts";
import { claimMails, noteBounce, settleTry } from "#domain/mail/actions.ts";
import { addNote } from "#domain/notes/actions.ts";
import { recordPaperConsent } from "#domain/privacy/actions.ts";
import { paths } from "#http/paths.ts";
import { sweepFiles } from "#jobs/files.ts";
import { registeredErasures } from "#platform/erasure-register.ts";
import { SHARDS } from "#platform/private-files.ts";
import { picture } from "../support/certificates.ts";
import { insert } from "../support/content.ts";
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
		await insert("mail_messages", {
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
		for (const name of ["媽媽", "孩子"])
			await insert("mail_messages", { id: `msg_${name}`, ...mail, to_name: name, created_at: 1 });
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
