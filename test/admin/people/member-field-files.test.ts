import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { setGuardian } from "../../support/guardians.ts";
import { fieldInput, makeField, specialInput } from "../../support/member-field-rows.ts";
import { member, openToGuardian, storedNow } from "../../support/members.ts";
import { cells, newestAudit, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const { members, segments } = paths.admin;
const { profile, dependent } = paths.member;
const db = open(env.DB);
let secretary: Person;
/** Somebody who sees and changes members, but not their sensitive data. */
let clerk: Person;
let plain: number;
let special: number;

beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	clerk = await signIn({ name: "櫃台", permissions: ["members.view", "members.manage", "notes.manage"] });
	plain = await makeField(db, fieldInput("健康檢查表", { kind: "file", in_list: true, self: "fills" }));
	special = await makeField(db, specialInput("診斷書", { kind: "file", self: "fills" }));
});

const PNG = new File([REAL.png], "王小明.png", { type: "image/png" });
/** The fields of the other forms of these pages. */
const OTHERS = ["q", "back", "replaces", "notice", "_key", "given", "file"];
/** Sends a form of a page as a browser does: with its fields as they are, `more`, and files. */
async function send(path: string, to: string, { as, more }: { as: Person; more: Record<string, string | File> }) {
	const { elements } = await page(path, as);
	const [form] = elements.filter(({ name, attributes }) => name === "form" && attributes.action === to);
	expect(form?.attributes.enctype).toBe("multipart/form-data");
	const body = new FormData();
	const filled = elements.filter(
		({ name, attributes: { name: field = "", type = "" } }) =>
			name === "input" && field !== "" && !OTHERS.includes(field) && !["radio", "checkbox", "file"].includes(type),
	);
	const fields = Object.fromEntries(filled.map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""]));
	for (const [name, value] of Object.entries({ ...fields, ...more })) body.append(name, value);
	const context = createExecutionContext();
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const request = new Request(`http://localhost:8787${to}`, { method: "POST", headers, body });
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return answer;
}
const CHOSEN = { city: "", gender: "", membership_type: "individual", identity_type: "patient", diagnosis_note: "" };
const edit = (id: number, more: Record<string, string | File>, as = secretary) =>
	send(members.edit(id), members.edit(id), { as, more: { ...CHOSEN, ...more } });
const named = async (path: string) => cells(await page(path, secretary)).map(([, name]) => name);
const csv = async (asked: string) => (await ask(`${members.export("csv")}?${asked}`, { as: secretary })).text();

describe("staff", () => {
	test("put a file into the form, open it from the record, replace it and take it out", async () => {
		const { id } = await member({ name: "王小明", member_no: "FF001", status: "active" });
		expect((await edit(id, { [`f${plain}`]: PNG })).status).toBe(303);
		const record = await page(members.show(id), clerk);
		expect(record.html).toContain(members.ownFile(id, plain));
		const file = await ask(members.ownFile(id, plain), { as: clerk });
		expect([file.status, file.headers.get("Cache-Control"), file.headers.get("Content-Type")]).toEqual([
			200,
			"no-store",
			"image/png",
		]);
		expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain("健康檢查表.png");
		expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(REAL.png));
		const [row] = await rows<{ value: string }>("SELECT value FROM member_field_values WHERE member_id = ?", id);
		expect(await newestAudit(2)).toEqual([
			`file.view file ${row?.value} member_field`,
			`member_field.view member ${id} own fields`,
		]);
		expect((await page(paths.admin.members.history(id), secretary)).html).toContain("健康檢查表");
		expect((await page(members.edit(id), secretary)).html).toContain("目前的檔案");
		expect((await edit(id, { [`f${plain}.empty`]: "1" })).status).toBe(303);
		expect((await ask(members.ownFile(id, plain), { as: secretary })).status).toBe(404);
	});

	test("read beside the field what is wrong with a file, and lose nothing that they typed", async () => {
		const { id } = await member({ name: "陳怡君" });
		const page = new File(["<html></html>"], "a.png", { type: "image/png" });
		const refused = await shown(await edit(id, { [`f${plain}`]: page, occupation: "護理師" }));
		expect(refused.status).toBe(422);
		expect(refused.html).toContain(`id="f-f${plain}-error"`);
		expect(refused.html).toContain("檔案的內容與副檔名不符");
		expect(refused.html).toContain("護理師");
		expect(refused.html).toContain("要送檔案請再選一次");
		const large = new File([new Uint8Array(32 * 1024 * 1024)], "a.png", { type: "image/png" });
		expect((await edit(id, { [`f${plain}`]: large })).status).toBe(413);
	});

	test("find who has a file and who has none, in the list, the file and a segment", async () => {
		const [has, none] = [
			await member({ name: "有檔案的人", member_no: "FF101", status: "active", city: "澎湖縣" }),
			await member({ name: "沒檔案的人", member_no: "FF102", status: "active", city: "澎湖縣" }),
		];
		await edit(has.id, { [`f${plain}`]: PNG, city: "澎湖縣" });
		const here = `${members.list()}?city=澎湖縣&`;
		expect(await named(`${here}f${plain}=1`)).toEqual(["有檔案的人"]);
		expect(await named(`${here}f${plain}=0`)).toEqual(["沒檔案的人"]);
		expect(await named(`${members.list()}?q=FF10&f${plain}=0`)).toEqual(["沒檔案的人"]);
		const listed = cells(await page(`${here}f${plain}=1`, secretary));
		expect(listed[0]).toContain("有");
		const file = await csv(`columns=name&columns=f${plain}&city=澎湖縣`);
		expect(file).toContain("有檔案的人,有");
		expect(file).toContain("沒檔案的人,無");
		for (const value of ["1", "0"]) {
			const form = {
				...NO_SEGMENT,
				_key: crypto.randomUUID(),
				name: `檔案${value}`,
				city: "澎湖縣",
				[`f${plain}`]: value,
			};
			const made = await ask(segments.create(), { as: secretary, form });
			expect(made.status).toBe(303);
			const [segment] = await rows<{ id: number }>("SELECT max(id) AS id FROM member_segments");
			const listing = await page(`${segments.list()}?q=檔案${value}&people=1`, secretary);
			expect(cells(listing)[0]?.join(" ")).toContain("1 位");
			expect((await page(segments.edit(segment?.id ?? 0), secretary)).html).toContain(
				value === "1" ? "有檔案" : "沒有檔案",
			);
		}
		expect(none.id).toBeGreaterThan(0);
	});
});
const NO_SEGMENT = {
	...{ description: "", status: "", type: "", identity: "", disability: "", dues: "", city: "", group: "" },
};

describe("a file of special data", () => {
	test("is opened by holders of the permission alone, and by nobody of the family", async () => {
		const { id } = await member({ name: "李小華" });
		const without = await shown(await edit(id, { [`f${special}`]: PNG }));
		expect([without.status, without.html.includes("請先取得同意並勾選")]).toEqual([422, true]);
		expect((await edit(id, { [`f${special}`]: PNG, [`f${special}.agree`]: "1" }, clerk)).status).toBe(303);
		expect((await ask(members.ownFile(id, special), { as: clerk })).status).toBe(404);
		expect((await page(members.edit(id), clerk)).html).not.toContain(members.ownFile(id, special));
		expect((await page(members.show(id), clerk)).html).not.toContain(members.ownFile(id, special));
		expect((await ask(members.ownFile(id, special), { as: secretary })).status).toBe(200);
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(secretary.userId, id).run();
		const own = await ask(members.ownFile(id, special), { as: secretary });
		expect(own.status).toBeGreaterThanOrEqual(400);
		await env.DB.prepare("UPDATE members SET user_id = NULL WHERE id = ?").bind(id).run();
		expect(await named(`${members.list()}?f${special}=1`)).toEqual(["李小華"]);
	});
});

describe("a member", () => {
	async function somebody(name: string): Promise<{ person: Person; id: number }> {
		const person = await signIn({ name, roles: ["member"] });
		const { id } = await member({ name, status: "active", userId: person.userId });
		await env.DB.prepare(
			"UPDATE member_logins SET opened_at = 1, opened_how = 'second_person' WHERE user_id = ? AND until IS NULL",
		)
			.bind(person.userId)
			.run();
		return { person, id };
	}
	const OWN = { city: "", gender: "" };

	test("sends a file, opens it, and nobody else does", async () => {
		const [one, other] = [await somebody("甲"), await somebody("乙")];
		const more = { ...OWN, [`f${plain}`]: PNG, [`f${special}`]: PNG, [`f${special}.agree`]: "1" };
		const sent = await send(profile.edit(), profile.update(), { as: one.person, more });
		expect([sent.status, sent.status === 303 ? "" : await sent.text()]).toEqual([303, ""]);
		for (const field of [plain, special]) {
			expect((await page(profile.edit(), one.person)).html).toContain(profile.ownFile(field));
			expect((await ask(profile.ownFile(field), { as: one.person })).status).toBe(200);
			expect((await ask(profile.ownFile(field), { as: other.person })).status).toBe(404);
			expect((await ask(dependent.ownFile(one.id, field), { as: other.person })).status).toBe(404);
			expect((await ask(members.ownFile(one.id, field), { as: other.person })).status).toBe(403);
		}
		await env.DB.prepare("UPDATE member_fields SET self = 'none', version = version + 1 WHERE id = ?")
			.bind(plain)
			.run();
		expect((await ask(profile.ownFile(plain), { as: one.person })).status).toBe(404);
		await env.DB.prepare("UPDATE member_fields SET self = 'fills', version = version + 1 WHERE id = ?")
			.bind(plain)
			.run();
		const emptied = { ...OWN, [`f${plain}.empty`]: "1" };
		expect((await send(profile.edit(), profile.update(), { as: one.person, more: emptied })).status).toBe(303);
		expect((await ask(profile.ownFile(plain), { as: one.person })).status).toBe(404);
	});

	test("as a guardian opens a child's file of special data only once sealed data are open", async () => {
		const guardian = await somebody("家長");
		const child = await member({ name: "孩子", birth_date: "2018-01-01", status: "active" });
		await edit(child.id, { [`f${plain}`]: PNG, [`f${special}`]: PNG, [`f${special}.agree`]: "1" });
		await setGuardian(env, db, { ref: await storedNow(child.id), guardianId: guardian.id, by: byOperator(1) });
		await env.DB.prepare("UPDATE guardianships SET opened_at = NULL, opened_how = NULL WHERE member_id = ?")
			.bind(child.id)
			.run();
		const status = async (field: number) =>
			(await ask(dependent.ownFile(child.id, field), { as: guardian.person })).status;
		expect([await status(plain), await status(special)]).toEqual([200, 404]);
		await openToGuardian(child.id);
		expect(await status(special)).toBe(200);
		expect((await page(dependent.edit(child.id), guardian.person)).html).toContain(
			dependent.ownFile(child.id, special),
		);
	});
});
