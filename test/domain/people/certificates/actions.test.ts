import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import {
	approveCertificate,
	rejectCertificate,
	revokeCertificate,
	uploadCertificate,
	viewCertificate,
	withdrawCertificate,
} from "#domain/people/certificates/actions.ts";
import { type Application, disabilityOf } from "#domain/people/certificates/rules.ts";
import { removeFile } from "#domain/system/files/actions.ts";
import {
	AT,
	by,
	DAY,
	db,
	emailOf,
	fileOf,
	logOf,
	mails,
	member,
	memberWithLogin,
	picture,
	recordOf,
	ref,
	reviewer,
	stateOf,
	stored,
	upload,
} from "../../../support/certificates.ts";
import { stepsOf } from "../../../support/chances.ts";
import { openToGuardian } from "../../../support/members.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { person, rows } from "../../../support/users.ts";

let cashier: number;
beforeEach(async () => {
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	cashier = await reviewer();
});

const as = (userId: number, standsFor: (number | null)[] = [null]) => ({ userId, standsFor });
const approve = async (id: number, until: string | null = "2027-05-31", who = as(cashier), at = AT) =>
	approveCertificate(db, { ref: await ref(id), until, reviewer: who, by: by(who.userId, at) });
const reject = async (id: number, who = as(cashier)) =>
	rejectCertificate(db, { ref: await ref(id), reason: "看不清楚", reviewer: who, by: by(who.userId) });
const revoke = async (id: number, who = as(cashier)) =>
	revokeCertificate(db, { ref: await ref(id), reason: "不是本人的", reviewer: who, by: by(who.userId) });
const withdraw = async (id: number, userId: number, asStaff = false) =>
	withdrawCertificate(env, db, { ref: await ref(id), asStaff, by: by(userId) });

describe("what a member sends", () => {
	test("waits, sealed, and the record says so", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		expect(await stored(id)).toMatchObject({
			member_id: memberId,
			status: "pending",
			uploaded_by: userId,
			on_paper: 0,
		});
		expect(await recordOf(memberId)).toEqual(["pending", null]);
		expect(await fileOf(id)).toMatchObject({
			subject_type: "certificate",
			subject_id: String(id),
			is_sealed: 1,
			isDeleted: false,
			isThere: true,
		});
		expect(await logOf(id)).toEqual([`certificate.upload ${userId} null member ${memberId}`]);
		expect(await mails()).toEqual([]);
	});

	test("sent twice with one form is one application", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const send = () =>
			uploadCertificate(env, db, {
				memberId,
				upload: picture(),
				replaces: null,
				onPaper: false,
				notice: null,
				key: "twice",
				by: by(userId),
			});
		const first = await send();
		expect(await send()).toBe(first);
		const next = { id: first, version: 1 };
		const again = () =>
			uploadCertificate(env, db, {
				memberId,
				upload: picture(),
				replaces: next,
				onPaper: false,
				notice: null,
				key: "twice more",
				by: by(userId),
			});
		const second = await again();
		expect(await again()).toBe(second);
		expect(
			await rows("SELECT id, status FROM disability_certificates WHERE member_id = ? ORDER BY id", memberId),
		).toEqual([
			{ id: first, status: "replaced" },
			{ id: second, status: "pending" },
		]);
	});

	test("takes the place of one that waits, whose file goes; one that was not seen is not replaced", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const first = await upload({ memberId, userId });
		expect(await upload({ memberId, userId }).catch(codeOf)).toBe("certificate.pending");
		const second = await upload({ memberId, userId, replaces: await ref(first) });
		expect([(await stored(first)).status, (await stored(second)).status]).toEqual(["replaced", "pending"]);
		expect(await fileOf(first)).toMatchObject({ isDeleted: true, isThere: false });
		expect(await logOf(first)).toEqual([
			`certificate.upload ${userId} null member ${memberId}`,
			`certificate.replace ${userId} null member ${memberId}`,
		]);
		await approve(second);
		const late = { id: second, version: 1 };
		expect(await upload({ memberId, userId, replaces: late }).catch(codeOf)).toBe("certificate.stale");
		expect(await recordOf(memberId)).toEqual(["approved", "2027-05-31"]);
	});

	test("two sendings at once leave one that waits", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const both = await Promise.all([1, 2].map(() => upload({ memberId, userId }).catch(codeOf)));
		expect(both.filter((one) => one === "certificate.pending").length).toBe(1);
		expect((await rows("SELECT 1 FROM disability_certificates WHERE member_id = ?", memberId)).length).toBe(1);
	});

	test("comes from the member, the guardian of a minor, or staff; from nobody else", async () => {
		const parent = await memberWithLogin({ name: "石國樑" });
		const child = await member({ guardian: parent.id, birth: "2015-01-01" });
		const grown = await member({ guardian: parent.id, birth: "1990-01-01" });
		const { userId: stranger } = await memberWithLogin();
		expect(await upload({ memberId: child, userId: parent.userId })).toBeGreaterThan(0);
		for (const [memberId, userId] of [
			[child, stranger],
			[grown, parent.userId],
			[parent.id, stranger],
			[999_999, stranger],
		] as const)
			expect(await upload({ memberId, userId }).catch(codeOf)).toBe("certificate.not_yours");
		const paper = await upload({ memberId: grown, userId: cashier, onPaper: true });
		expect(await stored(paper)).toMatchObject({ uploaded_by: cashier, on_paper: 1 });
	});

	test("is not taken for the dead, the merged and those who are no longer known", async () => {
		const { id: other } = await memberWithLogin();
		const [dead, merged, unknown] = [await member({ status: "deceased" }), await member(), await member()];
		await env.DB.batch([
			env.DB.prepare("UPDATE members SET merged_into = ? WHERE id = ?").bind(other, merged),
			env.DB.prepare("UPDATE members SET pseudonymised_at = 1 WHERE id = ?").bind(unknown),
		]);
		for (const memberId of [dead, merged, unknown])
			expect(await upload({ memberId, userId: cashier, onPaper: true }).catch(codeOf)).toBe("member.merged");
	});

	test.each<[string, Parameters<typeof picture>, string]>([
		["nothing", [new Uint8Array()], "file.empty"],
		[
			"HTML that says it is a JPEG",
			[new TextEncoder().encode("<html><script>1</script></html>"), "a.jpg"],
			"file.type_mismatch",
		],
		["a PNG under the name of a JPEG", [REAL.png, "a.jpg"], "file.type_mismatch"],
		[
			"a drawing that runs",
			[new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), "a.svg"],
			"file.type_refused",
		],
		["half a picture", [REAL.jpeg.slice(0, 300), "a.jpg"], "file.damaged"],
		["over 10 MB", [new Uint8Array(10 * 1024 * 1024 + 1), "a.jpg"], "file.too_large"],
	])("%s is refused and leaves nothing", async (_, [bytes, name], code) => {
		const { id: memberId, userId } = await memberWithLogin();
		const sent = {
			memberId,
			upload: picture(bytes, name),
			replaces: null,
			onPaper: false,
			notice: null,
			key: crypto.randomUUID(),
		};
		expect(await uploadCertificate(env, db, { ...sent, by: by(userId) }).catch(codeOf)).toBe(code);
		expect(await recordOf(memberId)).toEqual(["not_applied", null]);
	});

	test("without a file is told so", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const sent = { memberId, upload: undefined, replaces: null, onPaper: false, notice: null, key: "none" };
		expect(await uploadCertificate(env, db, { ...sent, by: by(userId) }).catch(codeOf)).toBe("certificate.no_file");
	});

	test("is taken back by whom it concerns, and its file goes", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const { userId: stranger } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		expect(await withdraw(id, stranger).catch(codeOf)).toBe("certificate.not_yours");
		const seen = await ref(id);
		await withdraw(id, userId);
		expect((await stored(id)).status).toBe("withdrawn");
		expect(await recordOf(memberId)).toEqual(["not_applied", null]);
		expect(await fileOf(id)).toMatchObject({ isDeleted: true, isThere: false });
		expect(await withdraw(id, userId).catch(codeOf)).toBe("certificate.wrong_state");
		const late = { ref: seen, until: null, reviewer: as(cashier), by: by(cashier) };
		expect(await approveCertificate(db, late).catch(codeOf)).toBe("certificate.stale");
		const paper = await upload({ memberId, userId: cashier, onPaper: true });
		await withdraw(paper, cashier, true);
		expect((await stored(paper)).status).toBe("withdrawn");
	});
});

describe("a decision", () => {
	test("approved: until a day, recorded, and told by mail in the same batch", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		await approve(id);
		expect(await stored(id)).toMatchObject({
			status: "approved",
			valid_until: "2027-05-31",
			reviewed_by: cashier,
			on_behalf_of: null,
			reviewed_at: AT,
			reason: null,
			reminded: "[]",
			version: 2,
		});
		expect(await recordOf(memberId)).toEqual(["approved", "2027-05-31"]);
		expect((await logOf(id)).at(-1)).toBe(`certificate.approve ${cashier} null member ${memberId}`);
		expect(await mails()).toEqual([
			{
				template: "certificate_approved",
				user_id: userId,
				to_address: await emailOf(userId),
				to_name: "郭子晴",
				data: { dependentId: null },
			},
		]);
	});

	test("what ends soon is not reminded of at once", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		await approve(id, "2026-05-20");
		expect((await stored(id)).reminded).toBe("[90]");
	});

	test("rejected with a reason; the old approval counts on; revoked: nothing counts any more", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const first = await upload({ memberId, userId });
		await approve(first, null);
		const second = await upload({ memberId, userId });
		expect(await recordOf(memberId)).toEqual(["pending", null]);
		expect(await stateOf(memberId)).toMatchObject({ status: "pending", is_approved: 1, until: null, id: second });
		await reject(second);
		expect(await stored(second)).toMatchObject({
			status: "rejected",
			reason: "看不清楚",
			is_revoked: 0,
			valid_until: null,
		});
		expect(await stateOf(memberId)).toMatchObject({
			status: "rejected",
			is_approved: 1,
			is_revoked: 0,
			reason: "看不清楚",
		});
		await revoke(first);
		expect(await stored(first)).toMatchObject({ status: "rejected", reason: "不是本人的", is_revoked: 1 });
		expect(await stateOf(memberId)).toMatchObject({ status: "rejected", is_approved: 0 });
		expect((await mails()).map(({ template }) => template)).toEqual([
			"certificate_approved",
			"certificate_rejected",
			"certificate_revoked",
		]);
	});

	test("an approval that a later one followed is not revoked any more", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const first = await upload({ memberId, userId });
		await approve(first, null);
		const second = await upload({ memberId, userId });
		await approve(second, "2026-12-31");
		expect(await recordOf(memberId)).toEqual(["approved", "2026-12-31"]);
		expect(await revoke(first).catch(codeOf)).toBe("certificate.wrong_state");
		await revoke(second);
		expect(await revoke(first).catch(codeOf)).toBe("certificate.wrong_state");
		expect(await recordOf(memberId)).toEqual(["rejected", null]);
	});

	test("never ends in the past, nor by a slip of the pen", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		for (const until of ["2026-03-04", "2062-05-31"])
			expect(await approve(id, until).catch(codeOf)).toBe("certificate.expiry_refused");
		await approve(id, "2026-03-05");
		expect((await stored(id)).status).toBe("approved");
	});

	test("with 展延註記 an expired certificate counts until the day of the extension", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		await approveCertificate(db, {
			ref: await ref(id),
			reviewer: as(cashier),
			by: by(cashier),
			until: "2026-12-31",
			printed: "2026-02-28",
		});
		expect(await recordOf(memberId)).toEqual(["approved", "2026-12-31"]);
		const set = (values: string) =>
			env.DB.prepare(`UPDATE disability_certificates SET ${values} WHERE id = ?`).bind(id).run();
		for (const wrong of ["printed_until = '2027-01-01'", "valid_until = NULL", "printed_until = 'soon'"])
			await expect(set(wrong), wrong).rejects.toThrow("CHECK");
	});

	test("is taken once: of two reviewers at once one hears that it is decided", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		const seen = await ref(id);
		const other = await reviewer();
		const both = await Promise.all([
			approveCertificate(db, { ref: seen, until: null, reviewer: as(cashier), by: by(cashier) }).then(
				() => "done",
				codeOf,
			),
			rejectCertificate(db, { ref: seen, reason: "不清楚", reviewer: as(other), by: by(other) }).then(
				() => "done",
				codeOf,
			),
		]);
		expect(both.toSorted()).toEqual(["certificate.stale", "done"]);
		expect((await mails()).length).toBe(1);
	});

	test("is not taken back to front", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		expect(await revoke(id).catch(codeOf)).toBe("certificate.wrong_state");
		await reject(id);
		for (const step of [approve, reject, revoke]) expect(await step(id).catch(codeOf)).toBe("certificate.wrong_state");
		expect(await withdraw(id, userId).catch(codeOf)).toBe("certificate.wrong_state");
	});
});

describe("who reviews", () => {
	test("neither the member, the guardian, a dependent, nor who uploaded it", async () => {
		const parent = await memberWithLogin({ name: "石國樑" });
		const child = await memberWithLogin({ guardian: parent.id, birth: "2015-01-01" });
		const own = await upload({ memberId: child.id, userId: parent.userId });
		const parents = await upload({ memberId: parent.id, userId: parent.userId });
		const paper = await upload({ memberId: await member(), userId: cashier, onPaper: true });
		for (const [id, userId] of [
			[own, child.userId],
			[own, parent.userId],
			[parents, parent.userId],
			[parents, child.userId],
			[paper, cashier],
		] as const) {
			for (const step of [
				() => approve(id, null, as(userId)),
				() => reject(id, as(userId)),
				() => approve(id, null, as(cashier === userId ? userId : cashier, [userId])),
			])
				expect(await step().catch(codeOf)).toBe("certificate.own");
			expect((await stored(id)).status).toBe("pending");
		}
		await approve(paper, null, as(await reviewer()));
		await approve(own);
		expect(await revoke(own, as(parent.userId)).catch(codeOf)).toBe("certificate.own");
	});

	test("a deputy acts in the place of somebody whom it does not concern, and the record names both", async () => {
		const parent = await memberWithLogin();
		const id = await upload({ memberId: parent.id, userId: parent.userId });
		const { id: deputy } = await person({ roles: ["editor"] });
		await approve(id, null, as(deputy, [parent.userId, cashier]));
		expect(await stored(id)).toMatchObject({ reviewed_by: deputy, on_behalf_of: cashier });
		expect((await logOf(id)).at(-1)).toBe(`certificate.approve ${deputy} ${cashier} member ${parent.id}`);
	});

	test("whoever becomes the guardian meanwhile is refused by the batch itself", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		const boss = await memberWithLogin();
		const seen = await ref(id);
		await env.DB.prepare("UPDATE members SET guardian_member_id = ? WHERE id = ?").bind(boss.id, memberId).run();
		const review = { ref: seen, until: null, reviewer: as(boss.userId), by: by(boss.userId) };
		expect(await approveCertificate(db, review).catch(codeOf)).toBe("certificate.own");
	});
});

describe("who is told", () => {
	test("the member and the guardian, each with the way to their own page", async () => {
		const parent = await memberWithLogin({ name: "石國樑" });
		const child = await memberWithLogin({ name: "石小樂", guardian: parent.id, birth: "2015-01-01" });
		await approve(await upload({ memberId: child.id, userId: parent.userId }));
		const told = (await mails()).map(({ to_name, data }) => [to_name, data]);
		expect(told.toSorted()).toEqual(
			[
				["石小樂", { dependentId: null }],
				["石國樑", { dependentId: child.id }],
			].toSorted(),
		);
	});

	test("without a login the address of the record, else the guardian's; the dead get none", async () => {
		const guardian = await member({ name: "家長", email: "parent@example.org" });
		const alone = await member({ name: "王大明", email: "wang@example.org" });
		const child = await member({ name: "小明", guardian });
		await openToGuardian(child);
		// Whom it is not open to hears nothing of it.
		const closed = await member({ name: "小華", guardian });
		const [none, dead] = [await member(), await member({ email: "dead@example.org" })];
		for (const memberId of [alone, child, closed, none, dead]) {
			const id = await upload({ memberId, userId: cashier, onPaper: true });
			if (memberId === dead)
				await env.DB.prepare("UPDATE members SET status = 'deceased' WHERE id = ?").bind(dead).run();
			await reject(id, as(await reviewer()));
		}
		expect((await mails()).map(({ to_address, to_name, user_id }) => [to_address, to_name, user_id])).toEqual([
			["wang@example.org", "王大明", null],
			["parent@example.org", "家長", null],
		]);
	});
});

describe("the file", () => {
	test("is given to the member, the guardian and reviewers, and each view is in the log", async () => {
		const parent = await memberWithLogin();
		const child = await member({ guardian: parent.id, birth: "2015-01-01" });
		const { userId: stranger } = await memberWithLogin();
		const id = await upload({ memberId: child, userId: parent.userId });
		const view = (userId: number, isReviewer = false) =>
			viewCertificate(env, db, { id, asker: { userId, isReviewer }, by: by(userId) });
		expect(await view(stranger)).toBe(null);
		expect((await view(parent.userId))?.file).toMatchObject({ filename: "certificate.jpg", contentType: "image/jpeg" });
		const seen = await view(cashier, true);
		expect(await new Response(seen?.body).bytes()).toEqual(REAL.jpeg);
		expect((await logOf(id)).slice(1)).toEqual([
			`certificate.view ${parent.userId} null member ${child}`,
			`certificate.view ${cashier} null member ${child}`,
		]);
	});

	test("that is kept no longer is nowhere; the decision stays", async () => {
		const { id: memberId, userId } = await memberWithLogin();
		const id = await upload({ memberId, userId });
		await approve(id);
		const { file_id } = await stored(id);
		await commit(db, removeFile(db, { id: file_id, version: 2, purpose: "certificate" }, by(cashier)));
		const asker = { userId, isReviewer: false };
		expect(await viewCertificate(env, db, { id, asker, by: by(userId) })).toBe(null);
		expect(await recordOf(memberId)).toEqual(["approved", "2027-05-31"]);
	});
});

type Command = "upload" | "replace" | "withdraw" | "approve" | "reject" | "revoke";
const command = fc.constantFrom<Command>(
	"upload",
	"upload",
	"replace",
	"withdraw",
	"approve",
	"approve",
	"reject",
	"revoke",
);

test("whatever is done in whatever order, the record, the view and the rules say the same", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 9 }), async (commands) => {
			const { id: memberId, userId } = await memberWithLogin();
			const last = async (status: string) =>
				(
					await rows<{ id: number }>(
						"SELECT id FROM disability_certificates WHERE member_id = ? AND status = ? ORDER BY id DESC LIMIT 1",
						memberId,
						status,
					)
				)[0]?.id;
			for (const [step, one] of commands.entries()) {
				const [pending, approved] = [await last("pending"), await last("approved")];
				const until = step % 3 === 0 ? null : new Date(AT + step * 40 * DAY).toISOString().slice(0, 10);
				const act = {
					upload: () => upload({ memberId, userId }),
					replace: async () => pending && upload({ memberId, userId, replaces: await ref(pending) }),
					withdraw: async () => pending && withdraw(pending, userId),
					approve: async () => pending && approve(pending, until),
					reject: async () => pending && reject(pending),
					revoke: async () => approved && revoke(approved),
				}[one];
				await act().catch(codeOf);
				const applications = (
					await rows<{ status: Application["status"]; until: string | null; is_revoked: number }>(
						"SELECT status, valid_until AS until, is_revoked FROM disability_certificates WHERE member_id = ? ORDER BY id",
						memberId,
					)
				).map(({ is_revoked, ...rest }) => ({ ...rest, isRevoked: is_revoked === 1 }));
				const { status, approval } = disabilityOf(applications);
				expect(await recordOf(memberId)).toEqual([status, approval?.until ?? null]);
				const state = await stateOf(memberId);
				expect([state.status, state.is_approved, state.until]).toEqual([
					status,
					approval ? 1 : 0,
					approval?.until ?? null,
				]);
			}
		}),
		{ numRuns: stepsOf(4) },
	);
});
