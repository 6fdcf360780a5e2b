import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { fieldInput, makeField, specialInput } from "../../support/member-field-rows.ts";
import { member, storedNow } from "../../support/members.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { routes } from "../../support/routes.ts";
import { by, rows } from "../../support/users.ts";

const { members, memberFields } = paths.admin;
const db = open(env.DB);
let secretary: Person;
/** Somebody who sees and changes members, but not their sensitive data. */
let clerk: Person;
/** Somebody who sees all of them, and assesses dues. */
let accounting: Person;

beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	accounting = await signIn({ name: "兩個角色", roles: ["secretary", "accountant", "cashier", "admin"] });
	clerk = await signIn({
		name: "櫃台",
		permissions: ["members.view", "members.manage", "members.merge", "notes.manage"],
	});
});

const send = (path: string, form: Record<string, string>, as = secretary) => ask(path, { as, form });
const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const write = async (id: number, typed: Record<string, string>) =>
	updateMember(env, db, {
		ref: await storedNow(id),
		input: {},
		own: { typed, as: "staff", seesAll: true },
		by: by({ id: secretary.userId }),
	});
const choiceIds = async (field: number) =>
	(
		await rows<{ id: number }>("SELECT id FROM member_field_choices WHERE field_id = ? ORDER BY position, id", field)
	).map(({ id }) => id);
const csv = async (asked: string, as = secretary) => (await ask(`${members.export("csv")}?${asked}`, { as })).text();

/** The fields of a member's form that are no inputs. */
const CHOSEN = { city: "", gender: "", membership_type: "individual", diagnosis_note: "" };
/** The names in the list of members; none where it says that nobody was found. */
const named = async (path: string, as = secretary): Promise<string[]> =>
	cells(await page(path, as)).flatMap((row) => row.slice(1, 2));
/** The form of a member as their page has it, filled as the browser sends it. */
async function formOf(path: string, as: Person): Promise<Record<string, string>> {
	const { elements } = await page(path, as);
	const inputs = elements.filter(
		({ name, attributes }) => name === "input" && attributes.name && !["q", "back"].includes(attributes.name),
	);
	const values = inputs
		.filter(({ attributes }) => !["radio", "checkbox"].includes(attributes.type ?? "") || "checked" in attributes)
		.map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""]);
	return Object.fromEntries(values);
}

describe("a field that is made in the admin stands by itself everywhere", () => {
	test("form, page, list, condition, file, history", async () => {
		const { id } = await member({ name: "王小明", member_no: "OF001", status: "active" });
		const fresh = await page(memberFields.create(), secretary);
		const made = await send(memberFields.create(), {
			_key: fieldValue(fresh, "_key") ?? "",
			...{ name: "興<趣>", hint: "平常喜歡什麼", kind: "choices", for_whom: "all", seen_by: "view", self: "fills" },
			...{ purpose: "", in_list: "1", position: "10", new_choices: "登山\n烘焙" },
		});
		expect([made.status, flashOf(made)]).toEqual([303, expect.stringContaining("已新增自訂欄位「興<趣>」")]);
		const [field] = await rows<{ id: number }>("SELECT id FROM member_fields WHERE name = '興<趣>'");
		const f = `f${field?.id}`;
		const [hike, bake] = await choiceIds(field?.id ?? 0);

		const edit = await page(members.edit(id), secretary);
		expect(edit.html).toContain("平常喜歡什麼");
		expect((await page(members.create(), secretary)).html).toContain("平常喜歡什麼");
		const sent = await formOf(members.edit(id), secretary);
		const saved = await send(members.edit(id), {
			...sent,
			...CHOSEN,
			[`${f}.${bake}`]: "1",
		});
		expect(saved.status).toBe(303);
		expect((await page(members.show(id), secretary)).html).toContain("烘焙");
		expect((await page(members.history(id), secretary)).html).toContain("自訂欄位「興&lt;趣>」");

		const listed = await page(`${members.list()}?${f}=${bake}`, secretary);
		expect(cells(listed).map((row) => [row[1], row.includes("烘焙")])).toEqual([["王小明", true]]);
		expect(listed.html).toContain("符合條件的有 1 位");
		expect(await named(`${members.list()}?${f}=${hike}`)).toEqual([]);
		expect(await csv(`columns=name&columns=${f}&${f}=${bake}`)).toContain("王小明,烘焙");
		// A bulk page and a print take the condition too, and nobody else.
		expect((await page(`${members.print("roster")}?${f}=${hike}`, secretary)).html).not.toContain("王小明");
		expect((await page(`${members.list()}?x1=1`, secretary)).status).toBe(400);
	});

	test("a wrong value comes back beside its field, with all that was typed", async () => {
		const { id } = await member({ name: "陳怡君" });
		const number = await makeField(db, fieldInput("身高", { kind: "number" }));
		const sent = await formOf(members.edit(id), secretary);
		const refused = await shown(
			await send(members.edit(id), {
				...sent,
				...CHOSEN,
				[`f${number}`]: "很高",
			}),
		);
		expect(refused.status).toBe(422);
		expect(refused.html).toContain("請輸入數字，例如 12 或 3.5。");
		expect(fieldValue(refused, `f${number}`)).toBe("很高");
	});

	test("what one person edits from an old page does not undo what another saved", async () => {
		const { id } = await member({ name: "李小華" });
		const text = await makeField(db, fieldInput("專長"));
		const old = await formOf(members.edit(id), secretary);
		await write(id, { [`f${text}`]: "木工" });
		const late = await shown(
			await send(members.edit(id), {
				...old,
				...CHOSEN,
				[`f${text}`]: "書法",
			}),
		);
		expect(late.status).toBe(409);
		expect(late.html).toContain("木工");
	});
});

describe("special data", () => {
	const SECRET = "極罕見病甲";
	let disease: number;
	let allergy: number;
	let choice: number;
	let patient: number;
	beforeAll(async () => {
		disease = await makeField(
			db,
			specialInput("病別乙", { kind: "choice", new_choices: [SECRET, "乙病"], self: "fills" }),
		);
		allergy = await makeField(db, specialInput("過敏乙", { self: "fills" }));
		[choice = 0] = await choiceIds(disease);
		patient = (await member({ name: "有病的人", member_no: "SP001", status: "active" })).id;
		await write(patient, {
			[`f${disease}`]: String(choice),
			[`f${disease}.agree`]: "1",
			[`f${allergy}`]: "秘密過敏原",
		});
	});

	test("the page says that they are stored, and opens them on a press with an audit row", async () => {
		const closed = await page(members.show(patient), secretary);
		expect(closed.html).toContain("已加密保存");
		expect(closed.html).not.toContain(SECRET);
		const opened = await shown(await send(members.sensitive(patient), {}));
		expect(opened.html).toContain(SECRET);
		expect(opened.html).toContain("秘密過敏原");
		expect((await send(members.sensitive(patient), {}, clerk)).status).toBe(403);
	});

	test("a condition counts for who may see them, each use is in the log, and under three reads <3", async () => {
		const address = `${members.list()}?f${disease}=${choice}`;
		const used = async () =>
			(await rows("SELECT 1 FROM audit_log WHERE action = 'member_field.filter' AND auditable_id = ?", String(disease)))
				.length;
		const before = await used();
		const found = await page(address, secretary);
		expect(cells(found).map((row) => row[1])).toEqual(["有病的人"]);
		expect(found.html).toContain("符合條件的有 &lt;3 位");
		expect(await used()).toBe(before + 1);
		const hidden = await page(address, clerk);
		expect(cells(hidden).flatMap((row) => row.slice(1))).toEqual([]);
		expect(hidden.html).not.toContain("病別乙");
		expect(await used()).toBe(before + 1);
		// One round trip, with the row of the log.
		expect(await tripsOf(address, secretary)).toBe(2);
		// Sealed text is never searched.
		expect(await named(`${members.list()}?f${allergy}=秘密過敏原`)).toEqual([]);
	});

	test.each([1, 2])("of %d nobody reads how many they are: on no page, in no log", async (many) => {
		for (let made = 1; made < many; made++) {
			const { id } = await member({ name: "另一位病人", status: "active" });
			await write(id, { [`f${disease}`]: String(choice), [`f${disease}.agree`]: "1" });
		}
		const query = `f${disease}=${choice}`;
		const places = [
			`${members.list()}?${query}`,
			`${members.exports()}?${query}`,
			`${members.bulk("membership-type")}?${query}`,
			`${paths.admin.groups.joiningChosen()}?${query}`,
			...["roster", "labels", "sign-in"].map((kind) => `${members.print(kind)}?${query}`),
			`${paths.admin.dues.assessment()}?${query}`,
		];
		const told = new RegExp(
			`(?:共|全部|有|選了|變更|其中|哪|應到|標籤)\\s*${many}\\s*(?:位|張)|（${many} 位）|"total":${many}\\b`,
		);
		for (const place of places) {
			const { html, status } = await page(place, accounting);
			expect([place, status, told.exec(html.replaceAll("&quot;", '"'))?.[0]]).toEqual([place, 200, undefined]);
		}
		expect((await page(places[0] ?? "", accounting)).html).toContain("共 &lt;3 位");
		expect(cells(await page(places[0] ?? "", accounting))).toHaveLength(many);
		await csv(`columns=name&${query}`);
		const logged = await rows<{ rows: unknown }>(
			"SELECT changes ->> '$.rows' AS rows FROM audit_log WHERE action IN ('member.export', 'member.print') ORDER BY id DESC LIMIT 4",
		);
		expect(logged.map(({ rows: noted }) => noted)).toEqual(["<3", "<3", "<3", "<3"]);
		// What was ticked, or is narrowed by plain fields alone, is counted as ever.
		expect((await page(`${members.exports()}?ids=${patient}`, secretary)).html).toContain("1 位");
	});

	test("a file has them for who may see them, and for nobody else", async () => {
		expect(await csv(`columns=name&columns=f${disease}&ids=${patient}`)).toContain(`有病的人,${SECRET}`);
		expect((await ask(`${members.export("csv")}?columns=f${disease}`, { as: clerk })).status).toBe(400);
		const old = await signIn({ roles: ["secretary"], authenticatedAt: Date.now() - 31 * 60_000 });
		const late = await ask(`${members.export("csv")}?columns=f${disease}&ids=${patient}`, { as: old });
		expect([303, 403]).toContain(late.status);
		expect(await late.text()).not.toContain(SECRET);
	});

	test("no page, list, file or error of anybody without the right has a byte of them", async () => {
		const asked = `f${disease}=${choice}&columns=name`;
		const fill = (path: string) => path.replace(/:id\b/g, String(patient)).replace(/:\w+/g, "1");
		for (const { method, path, gate } of routes) {
			if (method !== "GET" || gate === "anyone") continue;
			for (const address of [fill(path), `${fill(path)}?${asked}`]) {
				const answer = await ask(address, { as: clerk });
				const text = await answer.text();
				expect([address, text.includes("秘密過敏原")]).toEqual([address, false]);
				// The names of the choices stand in forms that offer them, never beside the member.
				if (![members.edit(":id"), members.create(), paths.member.profile.create()].includes(path))
					expect([address, text.includes(SECRET)]).toEqual([address, false]);
			}
		}
		const wrong = await send(members.edit(patient), { [`f${disease}`]: "沒有這個選項" }, clerk);
		expect(await wrong.text()).not.toContain("秘密過敏原");
		const logged = await rows("SELECT changes, description FROM audit_log");
		expect(JSON.stringify(logged)).not.toContain("秘密過敏原");
	}, 120_000);

	test("the consent is taken back on the page of consents, and the values are gone", async () => {
		const path = paths.admin.members.privacy.consent(patient);
		expect((await page(path, secretary)).html).toContain("安排合適的服務");
		const { version } = await storedNow(patient);
		const form = { purpose: "安排合適的服務", version: String(version) };
		const done = await send(paths.admin.members.privacy.ownConsentEnd(patient), form);
		expect([done.status, flashOf(done)]).toEqual([303, expect.stringContaining("已登錄收回")]);
		expect(await rows("SELECT 1 FROM member_field_values WHERE member_id = ?", patient)).toEqual([]);
		const again = await shown(await send(paths.admin.members.privacy.ownConsentEnd(patient), form));
		expect(again.html).toContain("已被其他人更新");
	});
});

test("the list and a member's page stay one round trip besides the session, whatever fields there are", async () => {
	const { id } = await member({ name: "林美玲" });
	const plain = await makeField(db, fieldInput("喜好", { in_list: true }));
	await write(id, { [`f${plain}`]: "爬山" });
	expect(await tripsOf(members.list(), secretary)).toBe(2);
	expect(await tripsOf(members.show(id), secretary)).toBe(2);
	for (const as of [clerk, secretary]) expect(await tripsOf(`${members.list()}?f${plain}=爬山`, as)).toBe(2);
});

test("a form that asks too many fields, or a choice that is none, is refused with words", async () => {
	const many = Object.fromEntries(Array.from({ length: 45 }, (_, nth) => [`f${nth + 1}`, "1"]));
	expect((await ask(`${members.list()}?${new URLSearchParams(many)}`, { as: secretary })).status).toBe(400);
	const fresh = await page(memberFields.create(), secretary);
	const none = await shown(
		await send(memberFields.create(), {
			_key: fieldValue(fresh, "_key") ?? "",
			...{ name: "沒有選項", hint: "", kind: "choice", for_whom: "all", seen_by: "view", self: "none" },
			...{ purpose: "", position: "10", new_choices: "" },
		}),
	);
	expect(none.html).toContain("選項欄位至少要有一個使用中的選項。");
	const special = await shown(
		await send(memberFields.create(), {
			_key: fieldValue(fresh, "_key") ?? "",
			...{ name: "病", hint: "", kind: "text", for_whom: "all", seen_by: "view", self: "none", is_special: "1" },
			...{ purpose: "", position: "10", new_choices: "" },
		}),
	);
	expect(special.html).toContain("特種個資要寫明用途");
});

describe("人數統計 by own fields", () => {
	const words = ({ html }: { html: string }): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
	const { statistics, statisticsFile } = members;

	test("a plain field crosses with the rest for whoever may see counts", async () => {
		const chair = await signIn({ name: "理事長", roles: ["chair"] });
		const field = await makeField(db, fieldInput("血型", { kind: "choice", new_choices: ["甲型", "乙型"] }));
		const [a = 0, b = 0] = await choiceIds(field);
		for (const [name, choice] of [
			["統計一", a],
			["統計二", a],
			["統計三", b],
		] as const) {
			const { id } = await member({ name, status: "active" });
			await rows("UPDATE members SET city = '臺東縣' WHERE id = ?", id);
			await write(id, { [`f${field}`]: String(choice) });
		}
		const said = words(await page(`${statistics()}?columns=f${field}`, chair));
		expect(said).toContain("縣市 × 血型");
		expect(said).toContain("臺東縣 2 1 0 3");
		const file = await (await ask(`${statisticsFile("csv")}?columns=f${field}`, { as: chair })).text();
		expect(file).toContain("臺東縣,2,1,0,3");
	});

	test("special data are counted by holders of both permissions, in the log, and groups under three are not told", async () => {
		const chair = await signIn({ name: "理事長", roles: ["chair"] });
		const field = await makeField(db, specialInput("症狀", { kind: "yes_no", purpose: "統計" }));
		for (let nth = 0; nth < 6; nth++) {
			const { id } = await member({ name: `症${nth}`, status: "active" });
			await rows("UPDATE members SET city = ? WHERE id = ?", nth < 5 ? "澎湖縣" : "連江縣", id);
			await write(id, { [`f${field}`]: nth < 4 ? "1" : "0", [`f${field}.agree`]: "1" });
		}
		expect((await page(`${statistics()}?columns=f${field}`, chair)).status).toBe(404);
		expect((await page(statistics(), chair)).html).not.toContain("症狀");
		const said = words(await page(`${statistics()}?columns=f${field}`, secretary));
		expect(said).toContain("澎湖縣 4 &lt;3 0 4 以上");
		expect(said).toContain("連江縣 0 &lt;3 0 0 以上");
		const alone = words(await page(`${statistics()}?rows=f${field}&columns=f${field}`, secretary));
		expect(alone).toContain("是 4");
		expect(alone).toContain("否 &lt;3");
		const file = await (await ask(`${statisticsFile("csv")}?columns=f${field}`, { as: secretary })).text();
		expect(file).toContain("澎湖縣,4,<3,0,4 以上");
		const used = await rows(
			"SELECT 1 FROM audit_log WHERE action = 'member_field.filter' AND auditable_id = ?",
			String(field),
		);
		expect(used).toHaveLength(3);
	});
});
