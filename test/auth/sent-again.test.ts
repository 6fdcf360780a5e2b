import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Context } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { app } from "#app.ts";
import { readInput } from "#auth/input.ts";
import { itemValue } from "#domain/money/payments/own-form.ts";
import { NOTICE } from "#domain/people/certificates/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldValue, shown } from "../support/pages.ts";
import { entryOf, owing } from "../support/payments.ts";
import { type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { rows } from "../support/users.ts";

const TOLD = "這份表單剛才已經送出並存好了，這次改的內容還沒有儲存。";
type Fields = Record<string, string>;

let staff: Person;
let own: Person;
let owed: Awaited<ReturnType<typeof owing>>;
beforeEach(async () => {
	staff = await signIn({ name: "林書瑜", roles: ["admin", "secretary"] });
	own = await signIn({ name: "石雅婷", roles: ["member"] });
	owed = await owing();
	await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(own.userId, owed.memberId).run();
});

/** Sends a form as a browser does; a field named "file" is a file with these bytes. */
async function send(path: string, as: Person, fields: Fields, more: { file?: File; headers?: Fields } = {}) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	if (more.file) body.append("file", more.file);
	const context = createExecutionContext();
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin", ...more.headers };
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	return { to: answer.headers.get("Location"), answer, ...(await shown(answer.clone())) };
}

type Case = { path: () => string; as: () => Person; fields: () => Fields; other: Fields; table: string };
const CASES: [string, Case][] = [
	[
		"a member's payment",
		{
			path: () => paths.member.payments.create(),
			as: () => own,
			fields: () => ({
				items: itemValue(owed.itemId, 1000),
				method: "cash",
				paid_on: dateInTaipei(Date.now()),
				payer_title: "石雅婷",
				donation: "",
			}),
			other: { donation: "1000", payer_title: "石氏企業", confirm_duplicate: "1" },
			table: "payments",
		},
	],
	[
		"a payment that staff records",
		{
			path: () => paths.admin.payments.create(),
			as: () => staff,
			fields: () => entryOf(owed),
			other: { donation: "500", payer_title: "王大明" },
			table: "payments",
		},
	],
	[
		"a task",
		{
			path: () => paths.admin.tasks.create(),
			as: () => staff,
			fields: () => ({ title: "訂場地", body: "第一行", status: "todo", priority: "3", assignee: "", due_on: "" }),
			other: { body: "改訂小場地" },
			table: "tasks",
		},
	],
	[
		"a note of a member",
		{
			path: () => paths.admin.members.notes.list(owed.memberId),
			as: () => staff,
			fields: () => ({ content: "已寄出" }),
			other: { content: "已寄出，下週再打電話" },
			table: "notes",
		},
	],
];

describe.each(CASES)("%s", (_, { path, as, fields, other, table }) => {
	const count = async () => (await rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0;

	test("sent twice is one; with other words it comes back with them, and makes a second when it is sent again", async () => {
		const [before, form] = [await count(), { ...fields(), _key: crypto.randomUUID() }];
		const first = await send(path(), as(), form);
		const again = await send(path(), as(), form);
		expect([first.status, again.status, again.to, await count()]).toEqual([303, 303, first.to, before + 1]);

		const changed = { ...form, ...other };
		const refused = await send(path(), as(), changed);
		expect([refused.status, refused.html.includes(TOLD), await count()]).toEqual([409, true, before + 1]);
		for (const [name, typed] of Object.entries(other))
			if (name !== "confirm_duplicate") expect([name, refused.html.includes(typed)]).toEqual([name, true]);
		const key = fieldValue(refused, "_key") ?? "";
		expect([key.length, key === form._key]).toEqual([36, false]);

		const second = { ...changed, _key: key };
		const done = await send(path(), as(), second);
		const twice = await send(path(), as(), second);
		expect([done.status, twice.status, twice.to, await count()]).toEqual([303, 303, done.to, before + 2]);
		// The first stays what it was.
		expect((await send(path(), as(), form)).to).toBe(first.to);
	});
});

const picture = (bytes: Uint8Array, name = "證明.jpg"): File =>
	new File([bytes], name, { type: name.endsWith(".png") ? "image/png" : "image/jpeg" });

describe("files", () => {
	const path = paths.member.certificate.upload();
	const stored = () =>
		rows<{ content_type: string }>(
			"SELECT content_type FROM files WHERE purpose = 'certificate' AND uploaded_by = ? AND deleted_at IS NULL",
			own.userId,
		);

	test("another file, or one of another name, is other content; the same is not", async () => {
		const form = { replaces: "", notice: NOTICE.version, _key: crypto.randomUUID() };
		const first = await send(path, own, form, { file: picture(REAL.jpeg) });
		const again = await send(path, own, form, { file: picture(REAL.jpeg) });
		expect([first.status, again.status, (await stored()).length]).toEqual([303, 303, 1]);
		const another = picture(REAL.png, "證明.png");
		const [bytes, name] = [
			await send(path, own, form, { file: another }),
			await send(path, own, form, { file: picture(REAL.jpeg, "反面.jpg") }),
		];
		expect([bytes.status, name.status, bytes.html.includes(TOLD)]).toEqual([409, 409, true]);
		expect((await stored()).map((file) => file.content_type)).toEqual(["image/jpeg"]);
		// Now it says which one it takes the place of.
		const fresh = {
			...form,
			_key: fieldValue(bytes, "_key") ?? "",
			replaces: fieldValue(bytes, "replaces") ?? "",
		};
		expect((await send(path, own, fresh, { file: another })).status).toBe(303);
		expect((await stored()).map((file) => file.content_type)).toEqual(["image/png"]);
	});

	test("a script is told so, and gets a key for sending it on purpose", async () => {
		const create = paths.member.payments.create();
		const form = {
			items: itemValue(owed.itemId, 1000),
			method: "cash",
			paid_on: dateInTaipei(Date.now()),
			payer_title: "石雅婷",
			_key: crypto.randomUUID(),
		};
		const headers = { Accept: "application/json" };
		const first = await send(create, own, form, { file: picture(REAL.jpeg), headers });
		const again = await send(create, own, form, { file: picture(REAL.jpeg), headers });
		expect([first.status, await again.answer.json()]).toEqual([200, await first.answer.json()]);
		const changed = { ...form, donation: "1000", confirm_duplicate: "1" };
		const refused = await send(create, own, changed, { file: picture(REAL.png, "轉帳.png"), headers });
		const told: { message: string; key: string } = await refused.answer.json();
		expect([refused.status, told.message.includes(TOLD)]).toEqual([409, true]);
		const done = await send(
			create,
			own,
			{ ...changed, _key: told.key },
			{ file: picture(REAL.png, "轉帳.png"), headers },
		);
		expect(done.status).toBe(200);
		expect(await rows("SELECT amount FROM payments WHERE submitted_by = ? ORDER BY id", own.userId)).toEqual([
			{ amount: 1000 },
			{ amount: 2000 },
		]);
	});
});

test("a key counts for one address: the same on another record makes its own", async () => {
	const other = await owing();
	const form = { content: "兩位都聯絡了", _key: crypto.randomUUID() };
	for (const { memberId } of [owed, other])
		expect((await send(paths.admin.members.notes.list(memberId), staff, form)).status).toBe(303);
	expect(await rows("SELECT notable_id FROM notes WHERE content = '兩位都聯絡了' ORDER BY notable_id")).toEqual(
		[owed, other].map(({ memberId }) => ({ notable_id: memberId })),
	);
});

test("what was sent before digests were kept is taken for the same", async () => {
	const form = { content: "部署前送出", _key: crypto.randomUUID() };
	const path = paths.admin.members.notes.list(owed.memberId);
	const first = await send(path, staff, form);
	await env.DB.prepare("UPDATE form_submissions SET digest = NULL").run();
	expect((await send(path, staff, { ...form, content: "改過" })).to).toBe(first.to);
});

test("what is kept of a form is its key and a digest, for seven days", async () => {
	const form = { content: "身分證 A123456789", _key: crypto.randomUUID() };
	await send(paths.admin.members.notes.list(owed.memberId), staff, form);
	const [kept] = await rows<{ key: string; digest: string }>(
		"SELECT key, digest FROM form_submissions WHERE key LIKE ?",
		`%${form._key}`,
	);
	expect(kept?.digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
	expect(kept?.key).toBe(`user:${staff.userId} ${paths.admin.members.notes.list(owed.memberId)} ${form._key}`);
});

test("passwords and codes are no part of it: of them not even a digest is kept", async () => {
	const said = async (fields: Fields) => {
		const body = new URLSearchParams({ _key: "k", ...fields });
		const request = new Request("http://localhost:8787/x", { method: "POST", body });
		const read = await readInput(new Context(request), {
			form: z.record(z.string(), z.string()),
			scope: "user:1 /x",
			keys: env,
		});
		return read.ok ? read.form.key : "";
	};
	const [key, ...others] = [
		await said({ name: "石雅婷", password: "一", code: "111111", current: "一" }),
		await said({ name: "石雅婷", password: "二", code: "222222", current: "二" }),
		await said({ name: "石雅亭", password: "一", code: "111111", current: "一" }),
	];
	expect(key).toMatch(/^user:1 \/x k#/);
	expect(others.map((other) => other === key)).toEqual([true, false]);
});
