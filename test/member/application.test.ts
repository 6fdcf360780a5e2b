import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { approveCertificate } from "#domain/people/certificates/actions.ts";
import { NOTICE } from "#domain/people/certificates/form.ts";
import { stepMember, updateMember } from "#domain/people/members/actions.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { by, member, storedNow } from "../support/members.ts";
import { fieldValue, page, shown, tripsOf } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { applicationForm, errorsBeside, wordsOf } from "../support/profiles.ts";
import { auditOf, person, rows } from "../support/users.ts";

const { application, home, profile } = paths.member;
const db = open(env.DB);
let secretary: Person;
let applicant: Person;
let phone: string;
let count = 0;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});
beforeEach(async () => {
	count += 1;
	phone = `0933${String(count).padStart(4, "0")}00`;
	applicant = await signIn({ name: "吳宛蓁" });
});

const HEALTH = { health_version: CONSENT_TEXTS.health_data.version };
const apply = (given: Record<string, string> = {}, as = applicant) =>
	ask(profile.store(), { as, form: applicationForm({ name: `吳宛蓁${count}`, phone, ...given }) });
const text = async (path: string, as = applicant) => wordsOf((await page(path, as)).html);
const recordId = async ({ userId } = applicant) =>
	(await rows<{ id: number }>("SELECT id FROM members WHERE user_id = ?", userId))[0]?.id ?? 0;
const request = async ({ userId } = applicant) =>
	(
		await rows<{ id: number; status: string; certificate_file_id: number | null; reason: string | null }>(
			"SELECT id, status, certificate_file_id, reason FROM link_requests WHERE user_id = ? ORDER BY id DESC",
			userId,
		)
	)[0];
/** The form as the page has it, with what is typed over it. */
async function correct(given: Record<string, string>, as = applicant) {
	const there = await page(application.edit(), as);
	const {
		consent_personal: _,
		personal_version: _p,
		_key,
		...fields
	} = applicationForm({
		name: `吳宛蓁${count}`,
		phone,
		...given,
	});
	const seen = {
		version: fieldValue(there, "version") ?? "",
		base: (fieldValue(there, "base") ?? "").replaceAll("&quot;", '"'),
	};
	return ask(application.edit(), { as, form: { ...fields, ...HEALTH, ...seen, ...given } });
}
async function upload(as = applicant, key: string = crypto.randomUUID()) {
	const body = new FormData();
	body.append("_key", key);
	body.append("notice", NOTICE.version);
	body.append("file", new File([REAL.jpeg], "證明.jpg", { type: "image/jpeg" }));
	const context = createExecutionContext();
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const url = `http://localhost:8787${application.certificate()}`;
	const answer = await app.fetch(new Request(url, { method: "POST", headers, body }), env, context);
	await waitOnExecutionContext(context);
	return answer;
}
const certificates = (id: number) =>
	rows<{ id: number; version: number; status: string; file_id: number }>(
		"SELECT id, version, status, file_id FROM disability_certificates WHERE member_id = ? ORDER BY id",
		id,
	);
const fileNow = async (id: number | null | undefined) => {
	const [row] = await rows<{ object_key: string; gone: number }>(
		"SELECT object_key, deleted_at IS NOT NULL AS gone FROM files WHERE id = ?",
		id ?? 0,
	);
	return row && { isDeleted: row.gone === 1, isThere: (await env.FILES.head(row.object_key)) !== null };
};

describe("the home of whoever applied", () => {
	test("shows what was sent, what is sealed by its mask alone, what may be done and what comes next", async () => {
		expect(
			(await apply({ national_id: "A123456789", diagnosis_note: "氣喘", consent_health: "1", birth_date: "74/3/5" }))
				.status,
		).toBe(303);
		const words = await text(home());
		for (const part of [
			"入會審核中",
			`姓名 吳宛蓁${count}`,
			"身分 病友",
			"會員類別 個人會員",
			"生日 1985年3月5日",
			"身分證字號 A12****789",
			"病況 已填寫，加密保存",
			"保存健康資料 同意",
			"修改",
			"撤回申請",
			"理事會審議",
			"通知繳費",
			"成為會員",
			"第一次要繳的入會費和常年會費都減半",
		])
			expect(words).toContain(part);
		expect(words).not.toMatch(/A123456789|氣喘/);
		expect(await tripsOf(home(), applicant)).toBe(2);
		const led = await ask(profile.create(), { as: applicant });
		expect([led.status, led.headers.get("Location")]).toEqual([303, home()]);
	});

	test("promises nothing of a fee that the type does not owe, or of which the settings take nothing off", async () => {
		await apply({ membership_type: "honorary_academic" });
		const words = await text(home());
		expect(words).not.toMatch(/減半|減免 \d|通知繳費/);
		expect(words).toContain("有身心障礙證明，可以在這裡一起送出。");
		await env.DB.prepare(
			"INSERT INTO settings (key, value, updated_at) VALUES ('fees.disability_discount_percent', '0', 1)",
		).run();
		const other = await signIn({});
		await apply({ phone: "0988777666" }, other);
		expect(await text(home(), other)).not.toMatch(/減半|減免 \d/);
		await env.DB.prepare("DELETE FROM settings").run();
	});

	test("a correction is stored and written down; what lies sealed stays where its field is empty", async () => {
		await apply({ national_id: "A800000014", diagnosis_note: "氣喘", consent_health: "1" });
		const id = await recordId();
		const answer = await correct({ occupation: "教師", consent_health: "1" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, home()]);
		expect(await storedNow(id)).toMatchObject({
			occupation: "教師",
			national_id_mask: "A80****014",
			has_diagnosis_note: 1,
		});
		expect((await auditOf("member", id)).at(-1)).toMatchObject({ action: "member.edit", user_id: applicant.userId });
		// The consent that is taken back takes the diagnosis along.
		await correct({ occupation: "教師", remove_national_id: "1" });
		expect(await storedNow(id)).toMatchObject({ national_id_mask: null, has_diagnosis_note: 0, has_health_consent: 0 });
		const wrong = await shown(await correct({ email: "x", phone: "", diagnosis_note: "氣喘" }));
		expect([wrong.status, Object.keys(errorsBeside(wrong.elements)).toSorted()]).toEqual([422, ["email"]]);
	});

	test("what staff changed meanwhile is not lost: both texts of what both changed, theirs of what they alone changed", async () => {
		await apply({ occupation: "學生" });
		const id = await recordId();
		const there = await page(application.edit(), applicant);
		const clerk = await person({ name: "秘書", roles: ["secretary"] });
		await updateMember(env, db, {
			ref: await storedNow(id),
			input: { occupation: "教師", line_id: "wan" },
			by: by(clerk),
		});
		const {
			consent_personal: _,
			personal_version: _p,
			_key,
			...fields
		} = applicationForm({ name: `吳宛蓁${count}`, phone, occupation: "工程師" });
		const seen = {
			version: fieldValue(there, "version") ?? "",
			base: (fieldValue(there, "base") ?? "").replaceAll("&quot;", '"'),
		};
		const answer = await shown(
			await ask(application.edit(), { as: applicant, form: { ...fields, ...HEALTH, ...seen } }),
		);
		expect(answer.status).toBe(409);
		expect(wordsOf(answer.html)).toMatch(/職業.*工程師.*教師/);
		expect([fieldValue(answer, "occupation"), fieldValue(answer, "line_id")]).toEqual(["工程師", "wan"]);
		expect((await storedNow(id)).occupation).toBe("教師");
	});

	test("it is decided: nothing can be changed or taken back any more, and the home is a member's", async () => {
		await apply();
		const id = await recordId();
		const there = await page(application.edit(), applicant);
		const clerk = await person({ name: "理事長", roles: ["chair"] });
		const move = { step: "approve", resolution_no: "1", resolution_on: "2026-01-01" } as const;
		await stepMember(env, db, { ref: await storedNow(id), move, by: by(clerk) });
		const { consent_personal: _, personal_version: _p, _key, ...fields } = applicationForm({ name: "別人", phone });
		const late = { ...fields, ...HEALTH, version: fieldValue(there, "version") ?? "", base: "" };
		for (const [path, form] of [
			[application.edit(), late],
			[application.withdrawal(), {}],
		] as const) {
			const answer = await ask(path, { as: applicant, form });
			expect([answer.status, answer.headers.get("Location")]).toEqual([303, home()]);
		}
		expect(await storedNow(id)).toMatchObject({ status: "awaiting_payment", name: `吳宛蓁${count}` });
		expect(await text(home())).toContain("會員編號");
	});
});

describe("撤回申請", () => {
	test("of a record: withdrawn and written down, health and certificate go; the form says so, and it may be sent again", async () => {
		await apply({ diagnosis_note: "氣喘", consent_health: "1", national_id: "F131104093" });
		const id = await recordId();
		await upload();
		expect(await text(application.withdrawal())).toContain("隨時可以重新申請");
		const answer = await ask(application.withdrawal(), { as: applicant, form: {} });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, profile.create()]);
		expect(await storedNow(id)).toMatchObject({ status: "withdrawn", has_diagnosis_note: 0, has_health_consent: 0 });
		expect((await certificates(id)).map(({ status }) => status)).toEqual(["withdrawn"]);
		expect((await auditOf("member", id)).at(-1)).toMatchObject({
			action: "member.withdraw",
			user_id: applicant.userId,
		});
		expect((await ask(home(), { as: applicant })).headers.get("Location")).toBe(profile.create());
		expect(await text(profile.create())).toMatch(/申請已撤回.*隨時可以在這裡重新申請/);

		expect((await apply({ occupation: "教師" })).status).toBe(303);
		expect(await recordId()).toBe(id);
		expect(await storedNow(id)).toMatchObject({ status: "applied", occupation: "教師", national_id_mask: null });
		expect((await auditOf("member", id)).at(-1)).toMatchObject({ action: "member.rejoin" });
		expect(await text(home())).toContain("職業 教師");
	});

	test("of a request: closed by its sender, forgotten, its file deleted; staff see that it was taken back", async () => {
		await member({ name: "名冊上的人", phone });
		await apply();
		await upload();
		const open = await request();
		expect(open?.certificate_file_id).not.toBe(null);
		await ask(application.withdrawal(), { as: applicant, form: {} });
		expect(await request()).toMatchObject({ status: "refused", reason: null, certificate_file_id: null });
		expect(await fileNow(open?.certificate_file_id)).toEqual({ isDeleted: true, isThere: false });
		expect(await text(paths.admin.members.links.show(open?.id ?? 0), secretary)).toContain("已撤回");
		expect(await text(profile.create())).toContain("申請已撤回");
	});

	test("another's is not there", async () => {
		await apply();
		const stranger = await signIn({});
		for (const path of [application.edit(), application.withdrawal()])
			expect([path, (await ask(path, { as: stranger })).headers.get("Location")]).toEqual([path, home()]);
		const answer = await ask(application.withdrawal(), { as: stranger, form: {} });
		expect(answer.headers.get("Location")).toBe(home());
		expect((await storedNow(await recordId())).status).toBe("applied");
	});
});

describe("the certificate that comes with an application", () => {
	test("halves the first fee once it is approved, and is there once however often it is sent", async () => {
		await apply();
		const id = await recordId();
		const key = crypto.randomUUID();
		expect((await upload(applicant, key)).status).toBe(303);
		expect((await upload(applicant, key)).status).toBe(303);
		const [sent, ...more] = await certificates(id);
		expect([sent?.status, more]).toEqual(["pending", []]);
		expect(await fileNow(sent?.file_id)).toEqual({ isDeleted: false, isThere: true });
		expect(await text(home())).toContain("已收到您在");
		const cashier = await person({ name: "出納", roles: ["cashier"] });
		const reviewer = { userId: cashier.id, standsFor: [null] };
		await approveCertificate(db, { ref: sent ?? { id: 0, version: 0 }, until: null, reviewer, by: by(cashier) });
		const chair = await person({ name: "理事長", roles: ["chair"] });
		const move = { step: "approve", resolution_no: "1", resolution_on: "2026-01-01" } as const;
		await stepMember(env, db, { ref: await storedNow(id), move, by: by(chair) });
		const items = await rows("SELECT kind, amount FROM dues_items WHERE member_id = ? ORDER BY kind, dues_year", id);
		expect(items.slice(0, 1).concat(items.slice(-1))).toEqual([
			{ kind: "annual", amount: 500 },
			{ kind: "entrance", amount: 500 },
		]);
	});

	const decide = async (form: Record<string, string>) => {
		const open = await request();
		const answer = await ask(paths.admin.members.links.decision(open?.id ?? 0), {
			as: secretary,
			form: { version: "1", ...form },
		});
		return [answer.status, open?.certificate_file_id] as const;
	};

	test("goes along with a link, in place of a flag of the roster that waited there", async () => {
		const known = await member({ name: "名冊上的人", phone });
		await env.DB.prepare("INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (?, 1, 1)")
			.bind(known.id)
			.run();
		await apply();
		await upload();
		await upload();
		expect(await text(paths.admin.members.links.show((await request())?.id ?? 0), secretary)).toContain(
			"身障證明 已附上",
		);
		const now = await storedNow(known.id);
		const [status, file] = await decide({
			decision: "link",
			member_id: String(known.id),
			member_version: String(now.version),
		});
		expect(status).toBe(303);
		expect((await certificates(known.id)).map((one) => [one.status, one.file_id])).toEqual([
			["replaced", null],
			["pending", file],
		]);
		expect(await rows("SELECT subject_type FROM files WHERE id = ?", file ?? 0)).toEqual([
			{ subject_type: "certificate" },
		]);
		expect((await page(home(), applicant)).html).toContain("審核中");
	});

	test("goes along with a new record, and away with a refusal", async () => {
		await member({ name: "名冊上的人", phone });
		await apply();
		await upload();
		const [made, file] = await decide({ decision: "create" });
		expect([made, (await certificates(await recordId())).map((one) => [one.status, one.file_id])]).toEqual([
			303,
			[["pending", file]],
		]);
		expect(await text(home())).toContain("已收到您在");

		const other = await signIn({ name: "石國樑" });
		await member({ name: "名冊上的人", phone: "0955000111" });
		applicant = other;
		await apply({ phone: "0955000111" });
		await upload();
		const [refused, gone] = await decide({ decision: "refuse", reason: "請補上生日" });
		expect([refused, await fileNow(gone)]).toEqual([303, { isDeleted: true, isThere: false }]);
		expect(await text(profile.create())).toMatch(/上次送出的資料需要補正.*請補上生日/);
	});
});

test("a correction that makes the record like another's becomes a request, and its link takes the certificate along", async () => {
	const known = await member({ name: "名冊上的人", phone: "0977666555", national_id: null });
	await apply();
	const own = await recordId();
	await upload();
	expect((await correct({ phone: "0977666555", occupation: "教師" })).status).toBe(303);
	expect([(await request())?.status, (await storedNow(own)).status]).toEqual(["open", "withdrawn"]);
	expect(await text(home())).toMatch(/職業 教師/);
	const { id = 0 } = (await request()) ?? {};
	const form = { decision: "link", version: "1", member_id: String(known.id), member_version: String(known.version) };
	expect((await ask(paths.admin.members.links.decision(id), { as: secretary, form })).status).toBe(303);
	expect([(await storedNow(known.id)).user_id, (await storedNow(own)).user_id]).toEqual([applicant.userId, null]);
	expect((await certificates(known.id)).map(({ status }) => status)).toEqual(["pending"]);
});
