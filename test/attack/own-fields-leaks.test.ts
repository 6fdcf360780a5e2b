/**
 * Special data of own fields in clear text, anywhere where something is written or sent: tables, the index of the search,
 * stored files, mails, web-hooks, answers to others.
 */
import { createScheduledController, env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { updateMember } from "#domain/people/members/actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { paths } from "#http/paths.ts";
import { scheduled } from "#jobs/schedule.ts";
import { accepted, withResend } from "../support/mail.ts";
import { fieldInput, makeField, specialInput } from "../support/member-field-rows.ts";
import { member, storedNow } from "../support/members.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";
import { by, rows } from "../support/users.ts";
import { db, deliverBatch, listen, publishArticle } from "../support/webhooks.ts";
import { website } from "../support/website.ts";

const PDF = new TextEncoder().encode("%PDF-1.7\n診斷書內文極祕甲\n%%EOF\n");
/** What nobody but who opens it may read, as it is typed and as it is shown. */
const TYPED = ["極祕過敏原甲", "98765432.125", "1931-02-03", "1931/02/03", "診斷書內文極祕甲", "極祕檔名"];
/** The words of choices stand where they are offered, and where the field was made. */
const CHOSEN = ["極祕病別甲", "極祕輔具甲"];
const OFFERED = ["member_field_choices", "audit_log of member_field"];

let all: Person;
let self: Person;
let staff: { id: number };
let id: number;
let fields: Record<"text" | "number" | "date" | "choice" | "choices" | "year" | "yes" | "file", number>;
let plain: number;

const write = async (
	typed: Record<string, string>,
	uploads: Record<string, { filename: string; declaredType: string; bytes: Uint8Array }[]> = {},
) =>
	updateMember(env, db, {
		ref: await storedNow(id),
		input: {},
		own: { typed, as: "staff", seesAll: true, files: { bucket: env.FILES, uploads } },
		by: by(staff),
	});

beforeAll(async () => {
	all = await signIn({
		name: "全部角色",
		roles: ["admin", "secretary", "editor", "cashier", "accountant", "chair", "auditor"],
	});
	self = await signIn({ name: "病人", roles: ["member"] });
	staff = { id: all.userId };
	id = (
		await member({
			name: "病人",
			member_no: "LK001",
			status: "active",
			userId: self.userId,
			email: "patient@example.org",
		})
	).id;
	await env.DB.prepare("UPDATE member_logins SET opened_at = 1, opened_how = 'second_person'").run();
	const make = (name: string, more: Parameters<typeof specialInput>[1]) =>
		makeField(db, specialInput(name, { self: "fills", ...more }));
	fields = {
		text: await make("文字", {}),
		number: await make("數字", { kind: "number" }),
		date: await make("日期", { kind: "date" }),
		choice: await make("單選", { kind: "choice", new_choices: ["極祕病別甲", "別的"] }),
		choices: await make("複選", { kind: "choices", new_choices: ["極祕輔具甲", "別的"] }),
		year: await make("年", { kind: "year" }),
		yes: await make("是否", { kind: "yes_no" }),
		file: await make("檔案", { kind: "file" }),
	};
	plain = await makeField(db, fieldInput("公開的", { in_list: true, self: "fills" }));
	await write(
		{
			...{
				[`f${fields.text}`]: "極祕過敏原甲",
				[`f${fields.number}`]: "98765432.125",
				[`f${fields.date}`]: "1931-02-03",
			},
			...{ [`f${fields.choice}`]: "極祕病別甲", [`f${fields.choices}`]: "極祕輔具甲", [`f${fields.year}`]: "1933" },
			...{ [`f${fields.yes}`]: "1", [`f${fields.text}.agree`]: "1", [`f${plain}`]: "公開的內容" },
		},
		{ [`f${fields.file}`]: [{ filename: "極祕檔名.pdf", declaredType: "application/pdf", bytes: PDF }] },
	);
});

/** Everything that is written, by table; what the audit log says of a field itself stands apart. */
async function everythingWritten(): Promise<[place: string, text: string][]> {
	const found: [string, string][] = [];
	for (const [name, database] of [
		["", env.DB],
		["search ", env.SEARCH],
	] as const) {
		const { results } = await database
			.prepare(
				"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
			)
			.all<{ name: string }>();
		for (const { name: table } of results) {
			const read = await database.prepare(`SELECT * FROM "${table}"`).all<Record<string, unknown>>();
			const apart = (row: Record<string, unknown>) =>
				table === "audit_log" && row.auditable_type === "member_field" ? " of member_field" : "";
			for (const row of read.results) found.push([`${name}${table}${apart(row)}`, JSON.stringify(row)]);
		}
	}
	for (const { key } of (await env.FILES.list()).objects) {
		const bytes = (await (await env.FILES.get(key))?.bytes()) ?? new Uint8Array();
		found.push([`R2 ${key}`, new TextDecoder().decode(bytes)]);
	}
	return found;
}
const leaks = (places: readonly (readonly [string, string])[]): string[] =>
	places.flatMap(([place, text]) => [
		...TYPED.filter((one) => text.includes(one)).map((one) => `${one} in ${place}`),
		...(OFFERED.includes(place) ? [] : CHOSEN.filter((one) => text.includes(one)).map((one) => `${one} in ${place}`)),
	]);

/** Opens every page, with the conditions and columns of the fields, as who may see everything and as the member. */
async function walk(): Promise<void> {
	const asked = Object.values(fields)
		.map((field) => `f${field}=1&columns=f${field}`)
		.join("&");
	for (const as of [all, self])
		for (const { method, path, gate } of routes) {
			if (method !== "GET" || gate === "anyone" || path.includes("/logout")) continue;
			const filled = path.replace(/:id\b/, String(id)).replace(":field", String(fields.file)).replace(/:\w+/g, "1");
			for (const address of [filled, `${filled}?${asked}`]) {
				const answer = await ask(address, { as });
				expect([address, answer.status < 500]).toEqual([address, true]);
				await answer.body?.cancel();
			}
		}
}

test("nothing is written or sent in clear text, whatever is done about the member", { timeout: 400_000 }, async () => {
	const hook = website();
	await listen(hook.url, []);
	const { worker, sent, provider } = await withResend();
	await provider.answer(...Array.from({ length: 200 }, (_, at) => accepted(`re_${at}`)));
	const { members } = paths.admin;
	await walk();
	const opened = await ask(members.sensitive(id), { as: all, form: {} });
	expect(await opened.text()).toContain("極祕過敏原甲");
	const file = await ask(members.ownFile(id, fields.file), { as: all });
	expect(await file.text()).toContain("診斷書內文極祕甲");
	const columns = Object.values(fields)
		.map((field) => `columns=f${field}`)
		.join("&");
	const csv = await ask(`${members.export("csv")}?${columns}&ids=${id}`, { as: all });
	expect(leaks([["the file", await csv.text()]]).length).toBeGreaterThan(3);
	// What is refused comes back to its sender, and is kept nowhere.
	const wrong = { version: String((await storedNow(id)).version), [`f${fields.text}`]: "極祕過敏原甲".repeat(60) };
	for (const path of [members.edit(id), paths.member.profile.update()])
		expect(
			(await ask(path, { as: path === members.edit(id) ? all : self, form: wrong })).status,
		).toBeGreaterThanOrEqual(400);
	await write({ [`f${fields.text}`]: "極祕過敏原甲二" });
	await ask(paths.member.privacy.copy(), { as: self, form: {} });
	const asks = { kind: "correction", content: "請更正", channel: "paper", receivedOn: "2026-03-01" } as const;
	await recordRequest(db, { memberId: id, ...asks, key: crypto.randomUUID(), by: { ...by(staff), userId: staff.id } });

	await publishArticle("news-of-the-day");
	for (let round = 0; round < 3; round++) {
		await scheduled(createScheduledController({ scheduledTime: Date.now() + round * 86_400_000 }), {
			...worker,
			CACHE: "off",
		});
		await deliverBatch(worker, [
			{ type: "mail.due" },
			{ type: "webhook.due" },
			{ type: "outbox.waiting" },
			...sent.map(({ body }) => body),
		]);
	}
	const [mails, hooks] = [await provider.received(), await hook.received()];
	expect(
		leaks([
			["a mail", JSON.stringify(mails)],
			["a web-hook", JSON.stringify(hooks)],
			["the queue", JSON.stringify(sent)],
		]),
	).toEqual([]);
	const written = await everythingWritten();
	expect(written.length).toBeGreaterThan(300);
	// What is in clear text is found, wherever it stands.
	const places = written.flatMap(([place, text]) => (text.includes("公開的內容") ? [place] : []));
	expect(places).toEqual(expect.arrayContaining(["member_field_values", "member_field_tokens"]));
	expect(leaks(written)).toEqual([]);
	const [{ many = 0 } = {}] = await rows<{ many: number }>("SELECT count(*) AS many FROM mail_messages");
	expect([many > 0, mails.length > 0, hooks.length > 0]).toEqual([true, true, true]);
});
