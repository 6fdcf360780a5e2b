import * as z from "zod";
import { type BankAccountRow, bankAccounts } from "#db/money/bank-accounts.ts";
import { bankStatementsPage, STATEMENTS_PER_PAGE, type StatementRow } from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { createStatement } from "#domain/money/bank-statements/actions.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { UploadOf } from "#kits/import/declaration.ts";
import { linkButton } from "#ui/button.ts";
import { field } from "#ui/field.ts";
import { fileField } from "#ui/file-field.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { readCounts } from "./statement-counts.ts";
import { BANK_CRUMBS, bankTabs } from "./words.ts";

/** The upload page of bank statements (匯入銀行檔): the user chooses the account and the file. */
export const statementUpload: UploadOf<StatementRow, { accounts: BankAccountRow[] }, { account: number }> = {
	title: "匯入銀行檔",
	area: "會費與收款",
	crumbs: BANK_CRUMBS,
	tabs: bankTabs("statements"),
	lead: "匯入銀行或劃撥的明細，再與收款對帳。同一份或重疊的檔案再匯入一次，不會多出明細。",
	card: "上傳明細",
	submit: "上傳並預覽",
	fields: ({ accounts }, state) => {
		const open = accounts.filter(({ is_active, term_until }) => is_active === 1 && term_until === null);
		if (open.length === 0)
			return {
				instead: [
					html`<p>請先新增收款帳戶，才知道明細是哪個帳戶的。</p>`,
					html`<div class="row">${linkButton({ label: "新增帳戶", icon: "plus", tone: "primary", href: paths.admin.bank.accountCreate() })}</div>`,
				],
			};
		return {
			fields: [
				field({
					name: "account",
					label: "帳戶",
					state,
					type: "select",
					options: open.map(({ id, name, number }) => ({ value: String(id), label: `${name}　${number}` })),
				}),
				fileField({
					name: "file",
					label: "銀行檔",
					state,
					accept: ".csv,.xlsx,.ods",
					required: true,
					hint: "csv（UTF-8 或 Big5）、xlsx 或 ods，最大 10 MB、10,000 列。檔案會加密，匯入後就刪除。",
				}),
			],
		};
	},
	form: z.strictObject({ account: z.coerce.number().int().positive() }),
	maxBytes: PURPOSE.import.maxBytes + 1024 * 1024,
	take: ({ env, db, by }, { first: upload, input, key }) =>
		createStatement(env, db, { accountId: input.account, upload, key, by }),
	size: STATEMENTS_PER_PAGE,
	read: async (env, asked) => {
		const [accounts, rows, [count]] = await readRows(env.DB, bankAccounts(), ...bankStatementsPage(asked));
		return { accounts, rows, total: count?.total ?? 0 };
	},
	beneath: ({ account_name }) => account_name,
	brought: {
		label: "明細",
		words: ({ counts }) => {
			const { new: added, known, first, last } = readCounts(counts);
			const days = first && last ? `${dayText(first)}至 ${dayText(last)}` : "";
			return html`<span>新增 ${figure(added)} 筆，已匯入過 ${figure(known)} 筆<small>${days}</small></span>`;
		},
	},
	nobody: "—",
	none: { title: "還沒有匯入過銀行檔", text: "從網路銀行下載交易明細（CSV 或 Excel），就能從這裡開始。" },
};
