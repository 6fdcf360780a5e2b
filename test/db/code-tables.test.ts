/** Ways to pay and what a payment is for are rows: those of the code, and another one without a change of the table. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { ALLOCATION_KIND_LABELS, PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { insert } from "../support/content.ts";
import { rows } from "../support/users.ts";

const pay = async (id: number, method: string | null) => {
	await insert("payments", {
		...{ id, source: "staff", method, paid_on: "2026-03-01", amount: 100, payer_title: "王小明" },
		...{ submitted_at: 1, created_at: 1, updated_at: 1 },
	});
	await insert("payment_events", { payment_id: id, seq: 1, step: "submit", at: 1 });
};
const part = (payment_id: number, kind: string) =>
	insert("payment_allocations", { payment_id, kind, member_id: 900, amount: 50 });

beforeAll(() => insert("members", { id: 900, name: "王小明", created_at: 1, updated_at: 1 }));

describe.each([
	["payment_methods", PAYMENT_METHOD_LABELS],
	["allocation_targets", ALLOCATION_KIND_LABELS],
])("%s", (table, labels) => {
	test("has the codes and words of the code", async () => {
		expect(await rows(`SELECT code, label FROM ${table} ORDER BY code`)).toEqual(
			Object.entries(labels)
				.map(([code, label]) => ({ code, label }))
				.sort((a, b) => (a.code < b.code ? -1 : 1)),
		);
	});
});

test("a payment has one of the methods, whoever writes", async () => {
	await expect(pay(901, "mobile")).rejects.toThrow("FOREIGN KEY");
	await expect(pay(901, null)).rejects.toThrow("payment.no_method");
	await pay(901, "cash");
	await expect(env.DB.prepare("UPDATE payments SET method = NULL WHERE id = 901").run()).rejects.toThrow(
		"payment.no_method",
	);
	await expect(env.DB.prepare("UPDATE payments SET method = 'mobile' WHERE id = 901").run()).rejects.toThrow(
		"FOREIGN KEY",
	);
});

test("another method or target is a row, and stays while anything names it", async () => {
	await pay(902, "cash");
	await expect(part(902, "course")).rejects.toThrow("FOREIGN KEY");
	await insert("payment_methods", { code: "mobile", label: "行動支付" });
	await insert("allocation_targets", { code: "course", label: "課程費" });
	await pay(903, "mobile");
	await part(903, "course");
	await part(903, "donation");
	expect(
		await rows(
			"SELECT p.method, a.kind FROM payments p JOIN payment_allocations a ON a.payment_id = p.id WHERE p.id = 903",
		),
	).toEqual([
		{ method: "mobile", kind: "course" },
		{ method: "mobile", kind: "donation" },
	]);
	for (const [table, code] of [
		["payment_methods", "mobile"],
		["allocation_targets", "course"],
	])
		await expect(env.DB.prepare(`DELETE FROM ${table} WHERE code = ?`).bind(code).run()).rejects.toThrow("FOREIGN KEY");
});
