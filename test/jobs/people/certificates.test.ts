import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { approveCertificate, rejectCertificate, revokeCertificate } from "#domain/people/certificates/actions.ts";
import { deleteFiles, keepCertificates } from "#jobs/people/certificates.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	AT,
	by,
	DAY,
	db,
	fileOf,
	logOf,
	mails,
	memberWithLogin,
	recordOf,
	ref,
	reviewer,
	stored,
	upload,
} from "../../support/certificates.ts";
import { set } from "../../support/mail.ts";
import { withQueueKept } from "../../support/webhooks.ts";

let cashier: number;
beforeEach(async () => {
	await env.DB.batch(
		[
			"DELETE FROM mail_messages",
			"DELETE FROM notifications",
			"DELETE FROM settings",
			"UPDATE disability_certificates SET valid_until = NULL, reviewed_at = 1",
		].map((statement) => env.DB.prepare(statement)),
	);
	cashier = await reviewer();
});

/** A member with an approval whose last day is `days` after AT. */
async function approved(days: number) {
	const { id: memberId, userId } = await memberWithLogin();
	const id = await upload({ memberId, userId });
	// Long before, so that no reminder comes too late for it.
	const at = AT - 400 * DAY;
	await approveCertificate(db, {
		ref: await ref(id),
		until: dateInTaipei(AT + days * DAY),
		reviewer: { userId: cashier, standsFor: [null] },
		by: by(cashier, at),
	});
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	return { id, memberId, userId };
}
const told = async () => (await mails()).map(({ template, data }) => [template, data]);
const run = (at = AT) => keepCertificates(withQueueKept().env, at);

test("90 and 60 days before, and when it has ended: once each, whatever else runs", async () => {
	const { id, memberId } = await approved(91);
	await run();
	expect(await told()).toEqual([]);
	const at = (day: number) => AT + day * DAY;
	for (const day of [1, 1, 2, 30]) await run(at(day));
	expect(await told()).toEqual([["certificate_expiring", { days: 90, dependentId: null }]]);
	expect((await stored(id)).reminded).toBe("[90]");
	await Promise.all([run(at(31)), run(at(31)), run(at(31))]);
	for (const day of [32, 91]) await run(at(day));
	expect((await told()).slice(1)).toEqual([["certificate_expiring", { days: 60, dependentId: null }]]);
	await run(at(92));
	await run(at(93));
	expect((await told()).slice(2)).toEqual([["certificate_expired", { dependentId: null }]]);
	expect((await stored(id)).reminded).toBe("[90,60,0]");
	expect((await logOf(id)).slice(2)).toEqual(
		["remind", "remind", "expire"].map((step) => `certificate.${step} null null member ${memberId}`),
	);
	// What was told does not make a form of staff stale, and the record keeps its approval: that it is over is computed.
	expect([(await stored(id)).version, await recordOf(memberId)]).toEqual([2, ["approved", dateInTaipei(at(91))]]);
});

test("after an outage only the most urgent is told", async () => {
	const { id } = await approved(20);
	await run();
	expect(await told()).toEqual([["certificate_expiring", { days: 60, dependentId: null }]]);
	expect((await stored(id)).reminded).toBe("[90,60]");
	const { id: over } = await approved(-3);
	await run();
	expect((await told()).map(([template]) => template)).toEqual(["certificate_expired"]);
	expect((await stored(over)).reminded).toBe("[90,60,0]");
	await approved(-31);
	await run();
	expect(await told()).toEqual([]);
});

test("nobody is reminded whose renewal waits, was approved, or whose approval was revoked; a refused renewal is", async () => {
	const who = { reviewer: { userId: cashier, standsFor: [null] }, by: by(cashier) };
	const [waits, renewed, revoked, refused] = [
		await approved(50),
		await approved(50),
		await approved(50),
		await approved(50),
	];
	await upload(waits);
	await approveCertificate(db, { ref: await ref(await upload(renewed)), until: null, ...who });
	await revokeCertificate(db, { ref: await ref(revoked.id), reason: "不是本人的", ...who });
	await rejectCertificate(db, { ref: await ref(await upload(refused)), reason: "看不清楚", ...who });
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	await run();
	expect((await mails()).map(({ template, user_id }) => [template, user_id])).toEqual([
		["certificate_expiring", refused.userId],
	]);
});

test("several are told in one run, and the queue hears of the mails", async () => {
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	const some = [await approved(80), await approved(40), await approved(-1)];
	const { env: worker, sent } = withQueueKept();
	await keepCertificates(worker, AT);
	expect((await mails()).map(({ template, user_id }) => [template, user_id]).toSorted()).toEqual(
		[
			["certificate_expiring", some[0]?.userId],
			["certificate_expiring", some[1]?.userId],
			["certificate_expired", some[2]?.userId],
		].toSorted(),
	);
	expect(sent.map(({ body }) => body)).toEqual([{ type: "mail.due" }]);
});

test("files go as many days after the decision as the settings say; the decision stays", async () => {
	const { id, memberId } = await approved(300);
	const other = await memberWithLogin();
	const waits = await upload({ memberId: other.id, userId: other.userId });
	await env.DB.prepare("UPDATE disability_certificates SET reviewed_at = ?1 WHERE id = ?2").bind(AT, id).run();
	await deleteFiles(env, AT + 5_000 * DAY);
	expect(await fileOf(id)).toMatchObject({ isDeleted: false, isThere: true });
	await set({ "members.certificates_delete_after_days": "30" });
	await deleteFiles(env, AT + 30 * DAY);
	expect(await fileOf(id)).toMatchObject({ isDeleted: false, isThere: true });
	expect(await deleteFiles(env, AT + 30 * DAY + 1)).toBe(1);
	expect(await fileOf(id)).toMatchObject({ isDeleted: true, isThere: false });
	expect(await fileOf(waits)).toMatchObject({ isDeleted: false, isThere: true });
	expect([(await stored(id)).status, await recordOf(memberId)]).toEqual([
		"approved",
		["approved", dateInTaipei(AT + 300 * DAY)],
	]);
	expect(await deleteFiles(env, AT + 30 * DAY + 1)).toBe(0);
});

test("what was taken back in another way than by its own verb loses its file too, once an hour", async () => {
	const { id: memberId, userId } = await memberWithLogin();
	const id = await upload({ memberId, userId });
	await env.DB.prepare("UPDATE disability_certificates SET status = 'withdrawn' WHERE id = ?").bind(id).run();
	expect(await recordOf(memberId)).toEqual(["not_applied", null]);
	const hour = Math.floor(AT / 3_600_000) * 3_600_000;
	await run(hour + 29 * 60_000);
	expect((await fileOf(id)).isThere).toBe(true);
	await run(hour + 30 * 60_000);
	expect(await fileOf(id)).toMatchObject({ isDeleted: true, isThere: false });
});
