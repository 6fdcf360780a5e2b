import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { app } from "#app.ts";
import { open } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { fieldInput, makeField, specialInput } from "../../support/member-field-rows.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { imports } = paths.admin.members;
let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "會務", roles: ["secretary"] });
});

/** Uploads a roster as a form does; returns the import's id. */
async function draft(rows: Cell[][], header: string[]): Promise<number> {
	const bytes = await writeSheet({ sheet: "名冊", header, rows }, "xlsx");
	const body = new FormData();
	body.set("_key", crypto.randomUUID());
	body.set("file", new File([new Uint8Array(bytes)], "名冊.xlsx"));
	const request = new Request(`http://localhost:8787${imports.list()}`, {
		method: "POST",
		body,
		headers: { Cookie: secretary.cookie, "Sec-Fetch-Site": "same-origin" },
	});
	const context = createExecutionContext();
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return Number(/imports\/(\d+)\/columns/.exec(answer.headers.get("Location") ?? "")?.[1]);
}
const text = async (path: string) => (await ask(path, { as: secretary })).text();
const field = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const count = async (table: string) =>
	(await env.DB.prepare(`SELECT count(*) AS many FROM ${table}`).first<{ many: number }>())?.many;
const FLAGS = { header_row: "", header_rows: "1" };

test("the columns of own fields are chosen by their names, and special data are shown nowhere before or after", async () => {
	const db = open(env.DB);
	const diet = await makeField(db, fieldInput("用餐", { kind: "choice", new_choices: ["葷", "素"] }));
	const disease = await makeField(db, specialInput("病名", { kind: "choice", new_choices: ["秘密病"] }));
	const header = ["會員編號", "姓名", "身分", "用餐", "病名"];
	const id = await draft([["M0001", "陳父", "家長", "素", "秘密病"]], header);
	const columns = await text(imports.columns(id));
	expect(columns).toContain("用餐（自訂欄位）");
	expect(columns).not.toContain("秘密病");
	expect(new RegExp(`<select[^>]*name="c4"[\\s\\S]*?<option value="f${disease}" selected`).test(columns)).toBe(true);
	const bare = await text(imports.show(id));
	expect(bare).toContain("用餐 素");
	expect(bare).toContain("病名沒有匯入：特種個資須有本人的書面同意，請確認後在「欄位與選項」勾選");
	const chosen = { ...FLAGS, version: field(columns, "version"), own_agreed: "1", c3: `f${diet}` };
	expect((await ask(imports.columns(id), { as: secretary, form: chosen })).status).toBe(303);
	const dry = await text(imports.show(id));
	expect(dry).toContain("病名 （加密保存）");
	const sent = { version: field(dry, "version"), seen: field(dry, "seen") };
	expect((await ask(imports.apply(id), { as: secretary, form: sent })).status).toBe(303);
	const written = await text(imports.show(id));
	expect([bare, dry, written].join("")).not.toContain("秘密病");
	expect(await count("member_field_values")).toBe(2);
	const undo = { version: field(written, "version") };
	expect((await ask(imports.undo(id), { as: secretary, form: undo })).status).toBe(303);
	expect(await count("member_field_values")).toBe(0);
	expect(await count("member_field_consents")).toBe(0);
});
