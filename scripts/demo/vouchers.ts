/**
 * Makes the voucher templates (常用分錄) of the demo association, and drafts of vouchers: one that can be posted, one
 * that does not balance, one that another user must post.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { createTemplate } from "#domain/books/voucher-templates/actions.ts";
import type { TemplateInput } from "#domain/books/voucher-templates/form.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

const line = (side: "debit" | "credit", account: string, memo = "", amount: number | null = null) => ({
	side,
	account,
	memo,
	amount,
});

const TEMPLATES: readonly TemplateInput[] = [
	{ name: "繳電費", description: "電費", lines: [line("debit", "5230", "電費"), line("credit", "1130-01")] },
	{
		name: "繳電話與網路費",
		description: "電話與網路費",
		lines: [line("debit", "5250", "電話與網路費", 899), line("credit", "1130-01", "", 899)],
	},
	{ name: "銀行利息", description: "活存利息", lines: [line("debit", "1130-01"), line("credit", "4410", "利息")] },
	{
		name: "發放薪資（代扣所得稅與補充保費）",
		description: "專職人員薪資",
		lines: [
			line("debit", "5110", "薪資"),
			line("credit", "2140", "代扣所得稅"),
			line("credit", "2130", "代收補充保費"),
			line("credit", "1130-01", "實發"),
		],
	},
	{
		name: "提撥準備基金",
		description: "提撥準備基金",
		lines: [
			line("debit", "5910", "提撥"),
			line("credit", "3110", "提撥"),
			line("debit", "1310", "轉入專戶"),
			line("credit", "1130-01", "轉入專戶"),
		],
	},
	{
		name: "年底應付費用（次年迴轉）",
		description: "應付費用",
		lines: [line("debit", "5230", "十二月份"), line("credit", "2110", "十二月份")],
	},
];

const DRAFTS: readonly { description: string; lines: readonly Entry[] }[] = [
	{ description: "影印機維護費", lines: [debit("5260", 2_400, "影印機維護"), credit("1130-01", 2_400, "")] },
	{ description: "志工保險費，待補憑證", lines: [debit("5320", 3_150, "志工保險"), credit("1130-01", 3_000, "")] },
	{ description: "購置會議投影設備", lines: [debit("1430", 128_000, "投影設備"), credit("1130-01", 128_000, "")] },
];

/**
 * Makes templates and drafts as the demo accountant, unless there is a template already or no such user. `at` is UTC
 * milliseconds.
 */
export async function seedDemoVouchers(db: Db, at: number): Promise<void> {
	const [[accountant], [there]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM users WHERE email = 'accountant@example.org'"),
		select<{ id: number }>("SELECT id FROM voucher_templates LIMIT 1"),
	);
	if (!accountant || there) return;
	const by = byUser(accountant.id, null, at);
	for (const [nth, one] of TEMPLATES.entries()) await createTemplate(db, one, { key: `demo-template-${nth}`, by });
	for (const [nth, { description, lines }] of DRAFTS.entries())
		await createVoucher(db, {
			input: { date: dateInTaipei(at), description, turnsNextYear: false, lines },
			key: `demo-draft-${nth}`,
			by,
		});
}
