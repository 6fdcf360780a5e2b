import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { app } from "#app.ts";
import { approveCertificate, rejectCertificate, revokeCertificate } from "#domain/people/certificates/actions.ts";
import { NOTICE } from "#domain/people/certificates/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import {
	by,
	DAY,
	db,
	fileOf,
	logOf,
	member,
	recordOf,
	ref,
	reviewer,
	stored,
	upload,
} from "../support/certificates.ts";
import { set } from "../support/mail.ts";
import { fieldValue, page, type Shown, shown, tripsOf } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { rows } from "../support/users.ts";

const { certificate, dependent, home, profile } = paths.member;
const NOW = Date.now();
const PDF = new TextEncoder().encode(
	"%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n",
);

let own: Person;
let memberId: number;
let cashier: number;
beforeEach(async () => {
	await env.DB.prepare("DELETE FROM settings").run();
	own = await signIn({ name: "郭子晴", roles: ["member"] });
	memberId = await member({ userId: own.userId });
	cashier = await reviewer();
});

type Sent = {
	bytes?: Uint8Array;
	name?: string;
	type?: string;
	fields?: Record<string, string>;
	headers?: Record<string, string>;
};
/** Sends the form as a browser does. */
async function send(
	path: string,
	as: Person,
	{ bytes, name = "證明.jpg", type = "image/jpeg", fields, headers }: Sent = {},
) {
	const body = new FormData();
	for (const [field, value] of Object.entries({
		_key: crypto.randomUUID(),
		replaces: "",
		notice: NOTICE.version,
		...fields,
	}))
		body.append(field, value);
	if (bytes) body.append("file", new File([bytes], name, { type }));
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${path}`, {
		method: "POST",
		headers: { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin", ...headers },
		body,
	});
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return { to: answer.headers.get("Location"), answer, ...(await shown(answer.clone())) };
}
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const waiting = async (of = memberId) =>
	(
		await rows<{ id: number }>("SELECT id FROM disability_certificates WHERE member_id = ? AND status = 'pending'", of)
	)[0]?.id ?? 0;
const who = () => ({ reviewer: { userId: cashier, standsFor: [null] }, by: by(cashier, NOW) });
const approve = async (id: number, until: string | null) =>
	approveCertificate(db, { ref: await ref(id), until, ...who() });
const day = (after: number) => dateInTaipei(NOW + after * DAY);

test("an upload waits, is shown to who sent it, and can be replaced and taken back without a script", async () => {
	const first = await page(profile.edit(), own);
	expect(words(first)).toContain("有身心障礙證明的會員，會費減免 50%。");
	expect(first.elements.filter(({ attributes }) => attributes.capture !== undefined)).toEqual([]);
	expect(first.elements.find(({ attributes }) => attributes.type === "file")?.attributes.accept).toBe(
		"image/*,.heic,.heif,application/pdf,.pdf",
	);
	const sent = await send(certificate.upload(), own, { bytes: REAL.jpeg });
	expect([sent.status, sent.to]).toEqual([303, certificate.show()]);
	const id = await waiting();
	// What they agreed to with it.
	expect(words(first)).toContain(NOTICE.text);
	expect(
		await rows("SELECT changes FROM audit_log WHERE action = 'certificate.upload' AND auditable_id = ?", String(id)),
	).toEqual([{ changes: JSON.stringify({ onPaper: false, notice: NOTICE.version }) }]);
	const pending = await page(profile.edit(), own);
	expect(words(pending)).toContain("已收到您的證明，正在審核。通過後會費減免 50%。");
	expect(pending.elements.find(({ name }) => name === "img")?.attributes.src).toBe(certificate.file(id));
	expect(fieldValue(pending, "replaces")).toBe(`${id}.1`);

	const unseen = await send(certificate.upload(), own, { bytes: REAL.jpeg });
	expect([unseen.status, words(unseen).includes("已經有一份等待審查的證明，可以撤回或換一份。")]).toEqual([422, true]);
	const replaced = await send(certificate.upload(), own, {
		bytes: REAL.png,
		name: "a.png",
		type: "image/png",
		fields: { replaces: `${id}.1` },
	});
	expect(replaced.status).toBe(303);
	const next = await waiting();
	expect([(await stored(id)).status, next > id]).toEqual(["replaced", true]);

	const back = await ask(certificate.withdrawal(next), { as: own, form: { version: "1" } });
	expect([back.status, back.headers.get("Location")]).toEqual([303, certificate.show()]);
	expect(await recordOf(memberId)).toEqual(["not_applied", null]);
	const last = words(await page(profile.edit(), own));
	expect([last.includes("已更換"), last.includes("已撤回")]).toEqual([true, true]);
});

test("a script gets the place to go on, and the word is said there", async () => {
	const { answer } = await send(certificate.upload(), own, {
		bytes: REAL.jpeg,
		headers: { Accept: "application/json" },
	});
	expect([answer.status, await answer.json()]).toEqual([200, { to: certificate.show() }]);
	expect(decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""))).toContain("已收到您的證明");
	const refused = await send(certificate.upload(), own, {
		bytes: new TextEncoder().encode("<!doctype html>"),
		headers: { Accept: "application/json" },
	});
	expect(refused.status).toBe(422);
});

test.each<[string, Sent, number, string]>([
	["11 MB", { bytes: new Uint8Array(11 * 1024 * 1024) }, 422, "檔案太大，請縮小後再上傳。"],
	["17 MB", { bytes: new Uint8Array(17 * 1024 * 1024) }, 413, "請縮小檔案或分次送出。什麼都沒有儲存。"],
	["no file", {}, 422, "請先選擇證明的照片或 PDF 檔。"],
	["HTML as a JPEG", { bytes: new TextEncoder().encode("<script>1</script>") }, 422, "檔案的內容與副檔名不符"],
	["a HEIC", { bytes: REAL.jpeg, name: "IMG_1.HEIC", type: "image/heic" }, 422, "不接受這種檔案"],
	[
		"an older notice",
		{ bytes: REAL.jpeg, fields: { notice: "certificate-2025-1" } },
		422,
		"告知事項有更新，請再看一次後送出。",
	],
	["an unknown field", { bytes: REAL.jpeg, fields: { status: "approved" } }, 422, "表單的欄位不正確"],
])("%s is refused in words, and nothing is stored", async (_, sent, status, said) => {
	const answer = await send(certificate.upload(), own, sent);
	expect([answer.status, words(answer).includes(said)]).toEqual([status, true]);
	expect(await rows("SELECT 1 FROM disability_certificates WHERE member_id = ?", memberId)).toEqual([]);
});

test("a PDF that holds a script is kept, and only ever downloaded, into a sandbox", async () => {
	expect(
		(await send(certificate.upload(), own, { bytes: PDF, name: "證明.pdf", type: "application/pdf" })).status,
	).toBe(303);
	const id = await waiting();
	const answer = await ask(certificate.file(id), { as: own });
	expect(answer.status).toBe(200);
	expect(
		Object.fromEntries(
			["Content-Type", "Content-Disposition", "Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"].map(
				(name) => [name, answer.headers.get(name)],
			),
		),
	).toEqual({
		"Content-Type": "application/pdf",
		"Content-Disposition": "attachment; filename=\"certificate.pdf\"; filename*=UTF-8''certificate.pdf",
		"Content-Security-Policy": "sandbox; default-src 'none'",
		"X-Content-Type-Options": "nosniff",
		"Cache-Control": "no-store",
	});
	expect(await answer.bytes()).toEqual(PDF);
	const html = (await page(profile.edit(), own)).html;
	expect([html.includes("下載您送出的 PDF"), html.includes("<iframe"), html.includes("<embed")]).toEqual([
		true,
		false,
		false,
	]);
});

test("the picture is shown to the member, each view is in the log; it is nowhere for anybody else", async () => {
	await send(certificate.upload(), own, { bytes: REAL.jpeg });
	const id = await waiting();
	const answer = await ask(certificate.file(id), { as: own });
	expect([answer.status, answer.headers.get("Content-Disposition")?.split(";")[0]]).toEqual([200, "inline"]);
	expect(await answer.bytes()).toEqual(REAL.jpeg);
	const other = await signIn({ name: "別人", roles: ["member"] });
	await member({ userId: other.userId });
	for (const [path, form] of [
		[certificate.file(id)],
		[dependent.show(memberId)],
		[certificate.withdrawal(id), { version: "1" }],
		[dependent.upload(memberId), { replaces: `${id}.1`, notice: NOTICE.version }],
	] as const)
		expect([path, (await ask(path, { as: other, ...(form ? { form } : {}) })).status]).toEqual([path, 404]);
	const staff = await signIn({ roles: ["cashier"] });
	expect((await ask(certificate.file(id), { as: staff })).status).toBe(403);
	expect((await stored(id)).status).toBe("pending");
	expect((await logOf(id)).slice(1)).toEqual([`certificate.view ${own.userId} null member ${memberId}`]);
});

test("a guardian sends, sees and takes back a minor's; a grown child's is closed", async () => {
	const [child, grown] = [
		await member({ name: "石小樂", guardian: memberId, birth: day(-3_000) }),
		await member({ name: "石大樂", guardian: memberId, birth: "1990-01-01" }),
	];
	const shownPage = await page(dependent.show(child), own);
	expect([shownPage.status, words(shownPage).includes("上傳證明")]).toEqual([200, true]);
	expect((await send(dependent.upload(child), own, { bytes: REAL.jpeg })).to).toBe(dependent.certificate(child));
	const id = await waiting(child);
	expect((await ask(certificate.file(id), { as: own })).status).toBe(200);
	const back = await ask(certificate.withdrawal(id), { as: own, form: { version: "1" } });
	expect(back.headers.get("Location")).toBe(dependent.certificate(child));
	expect(await fileOf(id)).toMatchObject({ isDeleted: true, isThere: false });
	expect(words(await page(dependent.show(grown), own))).not.toContain("證明");
	expect((await send(dependent.upload(grown), own, { bytes: REAL.jpeg })).status).toBe(404);
	expect(await waiting(grown)).toBe(0);
});

test("the card tells each state, and what the settings give", async () => {
	const card = async () => words(await page(profile.edit(), own));
	const sent = () => upload({ memberId, userId: own.userId, at: NOW });
	const first = await sent();
	await approve(first, day(300));
	expect(await card()).toContain("會費減免 50%，有效至 ");
	expect(await card()).toContain("到期前會提醒您更新。");
	await set({ "fees.disability_discount_percent": "30" });
	expect(await card()).toContain("會費減免 30%，有效至 ");
	const second = await sent();
	expect(await card()).toContain("已收到新的證明，正在審核。審核期間，原來的會費減免 30%照常，有效至 ");
	await rejectCertificate(db, { ref: await ref(second), reason: "照片模糊。\n右下角看不到", ...who() });
	const refused = await card();
	expect(refused).toContain(
		"這次沒有通過，請補正後重新上傳。原因：照片模糊。右下角看不到在這之前，原來的會費減免 30%照常",
	);
	await approve(await sent(), null);
	expect(await card()).toContain("會費減免 30%，沒有到期日。不需要再上傳。");
	const last = await sent();
	await approve(last, day(20));
	expect(await card()).toContain("還有 20 天到期，換發新的證明後請上傳，減免才不會中斷。");
	await env.DB.prepare("UPDATE disability_certificates SET valid_until = ? WHERE id = ?").bind(day(-1), last).run();
	expect(await card()).toContain("到期，會費減免 30%已停止。換發新的證明後上傳，審核通過就會恢復。");
	await revokeCertificate(db, { ref: await ref(last), reason: "不是本人的", ...who() });
	expect(await card()).toContain("協會已撤銷先前的核准，會費減免 30%已停止。原因：不是本人的");
});

test("an approval without a time, and a flag of a roster, break nothing", async () => {
	await env.DB.prepare(
		"INSERT INTO disability_certificates (member_id, status, created_at, updated_at) VALUES (?, 'approved', 1, 1)",
	)
		.bind(memberId)
		.run();
	const approved = await page(profile.edit(), own);
	expect([approved.status, words(approved).includes("沒有到期日")]).toEqual([200, true]);
	await env.DB.prepare("INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (?, 1, 1)")
		.bind(memberId)
		.run();
	const flagged = await page(profile.edit(), own);
	expect(words(flagged)).toContain("協會的名冊上註記有身心障礙證明。請上傳照片，核對後會費減免 50%。");
	expect(
		(
			await send(certificate.upload(), own, {
				bytes: REAL.jpeg,
				fields: { replaces: fieldValue(flagged, "replaces") ?? "" },
			})
		).status,
	).toBe(303);
});

test("the dashboard's card and the address of old lead to the profile, where there is one form", async () => {
	const card = (await page(home(), own)).elements.find(({ name, text }) => name === "a" && text.includes("上傳證明"));
	expect(card?.attributes.href).toBe(certificate.show());
	const there = await page(profile.edit(), own);
	expect(there.elements.filter(({ attributes }) => attributes.type === "file").length).toBe(1);
	expect(there.elements.some(({ attributes }) => attributes.id === "certificate")).toBe(true);
	const child = await member({ name: "石小樂", guardian: memberId, birth: day(-3_000) });
	for (const [old, now] of [
		[certificate.upload(), certificate.show()],
		[dependent.upload(child), dependent.certificate(child)],
	] as const) {
		const led = await ask(old, { as: own });
		expect([led.status, led.headers.get("Location")]).toEqual([303, now]);
	}
	const ids = there.elements.flatMap(({ attributes }) => attributes.id ?? []);
	expect(ids.length).toBe(new Set(ids).size);
});

test("a user without a record is led to where one is made; names are text", async () => {
	const newcomer = await signIn({ roles: ["member"] });
	const led = await ask(profile.edit(), { as: newcomer });
	expect([led.status, led.headers.get("Location")]).toEqual([303, profile.create()]);
	expect(
		(await ask(certificate.upload(), { as: newcomer, form: { replaces: "", notice: NOTICE.version } })).status,
	).toBe(404);
	const child = await member({ name: "<b>小樂</b>", guardian: memberId });
	expect((await page(dependent.show(child), own)).html).toContain("&lt;b>小樂&lt;/b>");
});

test("the page asks once besides the session, with one application and with three", async () => {
	for (const many of [1, 3]) {
		for (let n = 0; n < many; n++) await approve(await upload({ memberId, userId: own.userId, at: NOW }), null);
		expect([many, await tripsOf(profile.edit(), own)]).toEqual([many, 2]);
	}
});
