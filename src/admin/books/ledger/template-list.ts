import { allows } from "#auth/permissions.ts";
import { accountOf, accountRows } from "#db/books/accounts.ts";
import { type TemplateRow, templates } from "#db/books/voucher-templates.ts";
import { readRows } from "#db/read.ts";
import { type Account, accountWords } from "#domain/books/accounts/chart.ts";
import { type TemplateLine, TemplateLines } from "#domain/books/voucher-templates/form.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { VOUCHERS, voucherTabs } from "./voucher-words.ts";
import { LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

const createButton = linkButton({
	label: "新增常用分錄",
	icon: "plus",
	tone: "primary",
	href: ledger.templateCreate(),
});

/** The list page 常用分錄: templates of lines with which a voucher can begin. */
export const templateList = listing({
	path: ledger.templates(),
	gate: "ledger",
	title: "常用分錄",
	unit: "個",
	area: VOUCHERS,
	crumbs: LEDGER_CRUMBS,
	conditions: {},
	read: async ({ env, who }) => {
		const [rows, accounts] = await readRows(env.DB, templates(), accountRows());
		return { rows, total: rows.length, accounts: accounts.map(accountOf), mayPost: allows("ledger_post", who) };
	},
	lead: () => "常開的傳票先存成範本，開傳票時帶入，只要填金額。",
	tabs: () => voucherTabs(ledger.templates()),
	actions: ({ total, mayPost }) => mayPost && total > 0 && createButton,
	by: { name: ({ name }) => name },
	columns: (list) => columns(list),
	none: ({ mayPost }) =>
		noneYet({
			title: "還沒有常用分錄",
			text: "像水電費、銀行利息、提撥基金這些每次分錄都一樣的，存成常用分錄最省事。",
			actions: mayPost && createButton,
		}),
});

/** Parses the lines of a template from the JSON of its row. */
export const linesIn = ({ lines }: TemplateRow): TemplateLine[] => TemplateLines.parse(JSON.parse(lines));
const SIDES = { debit: "借", credit: "貸" } as const;

const columns = ({ accounts, mayPost }: { accounts: Account[]; mayPost: boolean }): Column<TemplateRow>[] => [
	{
		label: "名稱",
		sort: "name",
		head: true,
		cell: ({ id, name, description }) =>
			html`<span>${mayPost ? html`<a href=${ledger.template(id)}>${name}</a>` : name}<small>${description}</small></span>`,
	},
	{
		label: "分錄",
		sheet: "line",
		cell: (row) => html`<span class="stack none">${linesIn(row).map((line) => lineWords(line, accounts))}</span>`,
	},
	...(mayPost ? [USE] : []),
];

const USE: Column<TemplateRow> = {
	label: "操作",
	quiet: true,
	end: true,
	sheet: "acts",
	cell: ({ id, name }) =>
		linkButton({ label: "開傳票", about: name, size: "s", href: `${ledger.voucherCreate()}?template=${id}` }),
};

/** Returns the code and the name of an account; of one that is gone, the code. */
export const named = (code: string, accounts: readonly Account[]): string => {
	const account = accounts.find((one) => one.code === code);
	return account ? accountWords(account) : code;
};
const lineWords = ({ side, account, amount, memo }: TemplateLine, accounts: readonly Account[]): VNode =>
	html`<span>${SIDES[side]}　${named(account, accounts)}${memo && `　${memo}`}${amount !== null && `　${figure(amount)}`}</span>`;
