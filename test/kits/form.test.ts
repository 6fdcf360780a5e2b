import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import { AccountEdit as LedgerAccountEdit } from "#domain/books/accounts/form.ts";
import { AssetEdit } from "#domain/books/assets/form.ts";
import { BudgetEdit } from "#domain/books/budgets/form.ts";
import { ProjectEdit } from "#domain/books/projects/form.ts";
import { TemplateForm } from "#domain/books/voucher-templates/form.ts";
import { ArticleForm } from "#domain/content/articles/form.ts";
import { CategoryEdit } from "#domain/content/categories/form.ts";
import { DocumentForm } from "#domain/content/documents/form.ts";
import { AccountEdit } from "#domain/money/bank/form.ts";
import { DonorForm } from "#domain/money/donors/form.ts";
import { IncomeForm } from "#domain/money/income/form.ts";
import { StaffPaymentForm } from "#domain/money/payments/staff-form.ts";
import { TaskEdit } from "#domain/office/tasks/form.ts";
import { MemberForm } from "#domain/people/members/form.ts";
import { UserInput } from "#domain/system/users/schema.ts";
import type { App } from "#http/context.ts";
import { fieldIn, isRequired, mostCharacters } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { elsewhere, formPage } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, toHtml } from "#ui/html.ts";
import { parse } from "../support/markup.ts";

const FORMS: z.ZodType[] = [
	...[LedgerAccountEdit, AssetEdit, BudgetEdit, ProjectEdit, TemplateForm, ArticleForm, CategoryEdit, DocumentForm],
	...[AccountEdit, DonorForm, IncomeForm, StaffPaymentForm, TaskEdit, MemberForm, UserInput],
];
const NAMES = [
	...["name", "code", "unit", "place", "keeper", "note", "description", "title", "slug", "excerpt", "author_name"],
	...["cover_alt", "seo_title", "bank_name", "branch", "holder", "email", "phone", "address", "back", "payer_title"],
	...["items", "purpose", "amount", "remark", "body", "occupation", "diagnosis_note", "district", "version"],
];

test("a field takes as many characters as its form says, and not one more", () => {
	const bounded = FORMS.flatMap((form) =>
		NAMES.flatMap((name) => {
			const one = fieldIn(form, name);
			const most = one && mostCharacters(one);
			return one && most !== undefined ? [{ one, most, name }] : [];
		}),
	);
	expect(bounded.length).toBeGreaterThan(40);
	for (const { one, most, name } of bounded)
		expect([name, fieldRefuses(one, "1".repeat(most + 1))]).toEqual([name, true]);
	// Words of any kind: what is canonical or a number has a form of its own besides.
	const words = bounded.filter(({ name }) => ["name", "note", "title", "items", "purpose", "remark"].includes(name));
	for (const { one, most, name } of words) expect([name, fieldRefuses(one, "字".repeat(most))]).toEqual([name, false]);
});

const fieldRefuses = (one: z.core.$ZodType, text: string): boolean => !(one as z.ZodType).safeParse(text).success;

test("a field that may not be empty is one whose form refuses it empty", () => {
	const required = (form: z.ZodType, ...names: string[]) =>
		names.map((name) => {
			const one = fieldIn(form, name);
			return one !== undefined && isRequired(one);
		});
	expect(required(DonorForm, "name", "note", "email")).toEqual([true, false, false]);
	expect(required(AssetEdit, "name", "acquired_on", "place", "disposed_on")).toEqual([true, true, false, false]);
	expect(required(MemberForm, "name", "national_id", "none_such")).toEqual([true, false, false]);
});

test("an input says what the schema of its form says, unless the field says otherwise", () => {
	const field = fieldsOf(AssetEdit, { name: "財產名稱" });
	const state = freshForm();
	const drawn = (text: string) => {
		const [label, control] = parse(text).filter(({ name }) => ["label", "input", "textarea", "select"].includes(name));
		const { required, maxlength } = control?.attributes ?? {};
		return [label?.text, required !== undefined, maxlength];
	};
	expect(drawn(toHtml(field({ name: "name", state })))).toEqual(["財產名稱", true, "80"]);
	expect(drawn(toHtml(field({ name: "name", label: "名稱", state, maxlength: 20 })))).toEqual(["名稱", true, "20"]);
	expect(drawn(toHtml(field({ name: "place", label: "存放地點", state })))).toEqual(["存放地點", false, "80"]);
	expect(drawn(toHtml(field({ name: "acquired_on", label: "取得日期", state, type: "date" })))).toEqual([
		"取得日期",
		true,
		undefined,
	]);
	const select = { name: "account" as const, label: "會計科目", state, type: "select" as const, options: [] };
	expect(drawn(toHtml(field({ ...select, empty: "請選擇" })))).toEqual(["會計科目", true, undefined]);
	expect(drawn(toHtml(field(select)))).toEqual(["會計科目", false, undefined]);
});

test("a record with a field named `to` is the subject of its form, and only `elsewhere` is a redirect", async () => {
	const subjects: (() => { id: number; to: string } | ReturnType<typeof elsewhere>)[] = [
		() => ({ id: 7, to: "/forged" }),
		() => elsewhere({ to: "/other" }),
	];
	const answers = subjects.map(async (subject) => {
		const [show] = formPage({
			path: "/form",
			gate: "anyone",
			form: z.strictObject({}),
			about: async () => subject(),
			page: ({ id }) => ({ title: `記錄 ${id}`, body: html`<p></p>` }),
			run: async () => "missing",
		});
		const app = new Hono<App>().get("/form", (c) => show?.handle(c, (page) => page.title) ?? c.notFound());
		const answer = await app.request("/form", undefined, env);
		return [answer.status, answer.headers.get("Location") ?? (await answer.text())];
	});
	expect(await Promise.all(answers)).toEqual([
		[200, "記錄 7"],
		[303, "/other"],
	]);
});
