import * as z from "zod";
import { figure, readAmount } from "#kernel/amounts.ts";
import { Checked, line, Version } from "#kernel/form.ts";
import { AmountText, amountOrNothing } from "#kernel/typed.ts";
import { FINANCE_FIELDS } from "./document-form.ts";
import {
	type Employer,
	type FinanceInput,
	MOST_FILES,
	MOST_LINES,
	MOST_SHARE,
	MOST_SHARES,
	NOTHING_ELSE,
	type RegisterInput,
	type SharePayBy,
} from "./form.ts";
import { PAY_BY_LABELS, REGISTERS, type Register } from "./labels.ts";
import { readRefund, refundReason } from "./refunds.ts";
import { cutPayee, linesOf, ownShareOf, ownSum, payByOf, payeeWords, type TypedShare } from "./register.ts";
import { UNSENDABLE, unsendable } from "./sending.ts";

const { title, purpose, wanted_on, project, no_attachment_reason } = FINANCE_FIELDS;
const amounts = z.array(AmountText).max(MOST_SHARES).default([]);

const besides = amountOrNothing("請填寫整數的金額，例如 5,200；沒有請留空白。");

/**
 * The fields of a register's form (清冊). Each row has a payee, a reason (`summary`) an amount, which is 本薪 of a
 * salary, and perhaps its own way of payment; the rows of a salary have four more amounts.
 */
export const REGISTER_FIELDS = {
	register: z.enum(REGISTERS, "請選擇清冊的種類。"),
	title,
	purpose,
	wanted_on,
	project,
	no_attachment_reason,
	pay_by: z.enum(["transfer", "cash"], "請選擇付款方式。"),
	payee: z.array(line(100)).max(MOST_SHARES, `一張清冊最多 ${MOST_SHARES} 人，請分成兩張。`),
	summary: z.array(line(120)).max(MOST_SHARES).default([]),
	/** Of refunds, what a row gives back: 溢繳款 A0012, 捐款 128 or 暫收款 45. */
	gives: z.array(line(40)).max(MOST_SHARES).default([]),
	amount: z.array(AmountText).max(MOST_SHARES),
	allowance: amounts,
	labour: amounts,
	health: amounts,
	pension: amounts,
	/** How a row is paid where not as `pay_by` says: 轉帳, 現金. */
	way: z.array(line(10)).max(MOST_SHARES).default([]),
	/** What the association pays besides the salaries (雇主負擔). */
	employer_labour: besides,
	employer_health: besides,
	employer_pension: besides,
	/** That names which no payee has become payees. */
	add_payees: Checked,
};
/** The names of the fields that occur once for each row, in the order of the columns. */
export const SHARE_FIELDS: Record<Register, readonly (keyof typeof REGISTER_FIELDS)[]> = {
	fees: ["payee", "summary", "amount", "way"],
	salary: ["payee", "summary", "amount", "allowance", "labour", "health", "pension", "way"],
	refunds: ["payee", "gives", "amount", "way"],
};
/** The words by which a row says how it is paid; empty, it is paid as the whole register. */
export const WAYS: Record<SharePayBy, string> = { transfer: "轉帳", cash: "現金" };
const wayIn = (typed: string): SharePayBy | undefined =>
	(["transfer", "cash"] as const).find((way) => [WAYS[way], PAY_BY_LABELS[way]].includes(typed));

export const REGISTER_MANY: readonly string[] = [...SHARE_FIELDS.salary, "gives", "pick", "remove_file"];

type Fields = z.infer<z.ZodObject<typeof REGISTER_FIELDS>>;

/** What a register's form says; the payees of its rows are still names. */
export type TypedRegister = {
	rows: TypedShare[];
	addsPayees: boolean;
	inputWith: (shares: RegisterInput["shares"]) => FinanceInput;
};

/** Returns the form of a new register; with `sentOn`, the day in Taipei on which it is sent, as it has to be then. */
export const registerForm = (sentOn: string | null) =>
	z.strictObject(REGISTER_FIELDS).superRefine(lacking(sentOn)).transform(typedOf);

/** Returns the form of a changed register. */
export const registerEditForm = (sentOn: string | null) =>
	z
		.strictObject({
			...REGISTER_FIELDS,
			version: Version,
			remove_file: z.array(z.coerce.number().int().positive()).max(MOST_FILES).default([]),
		})
		.superRefine(lacking(sentOn))
		.transform(({ version, remove_file, ...form }) => ({ version, removeFiles: remove_file, ...typedOf(form) }));

const typedOf = (form: Fields): TypedRegister => ({
	rows: rowsOf(form).map(({ isRead: _isRead, way: _way, ...row }) => row),
	addsPayees: form.add_payees,
	inputWith: (shares) => inputOf(form, shares),
});

const lacking =
	(today: string | null) =>
	(form: Fields, context: z.RefinementCtx): void => {
		for (const message of problemsOf(form)) context.addIssue({ code: "custom", path: ["shares"], message });
		if (today === null) return;
		for (const field of unsendable({ ...inputOf(form, []), net: 0, isRegister: true, today }))
			context.addIssue({ code: "custom", path: [field], message: UNSENDABLE[field].words });
	};

function problemsOf(form: Fields): string[] {
	const rows = rowsOf(form);
	if (rows.length === 0) return ["請至少填寫一位受款人。"];
	const reasons = new Set(rows.map(({ reason }) => reason)).size;
	return [
		...(reasons > MOST_LINES ? [`事由最多 ${MOST_LINES} 種，請把相同的寫成一樣。`] : []),
		...rows.flatMap((row) => [
			...(row.payee === "" ? [`第 ${row.number} 行沒有受款人。`] : []),
			...(cutPayee(row.payee).name.length > 80 ? [`第 ${row.number} 行的姓名太長，最多 80 個字。`] : []),
			...(row.gross > MOST_SHARE ? [`第 ${row.number} 行的金額太大，一個人最多 ${figure(MOST_SHARE)} 元。`] : []),
			...(row.reason === "" ? [`第 ${row.number} 行${REASONLESS[form.register]}`] : []),
			...(row.way !== "" && wayIn(row.way) === undefined ? [`第 ${row.number} 行的付款方式請寫轉帳或現金。`] : []),
			...(row.isRead && row.gross > 0 ? [] : [`第 ${row.number} 行的金額要是大於 0 的整數，例如 1,200。`]),
			...(row.isRead && row.gross > 0 && ownShareOf(row) >= row.gross
				? [`第 ${row.number} 行的自付額要比應領少。`]
				: []),
		]),
	];
}

const GIVES_NOTHING =
	"請寫退什麼：溢繳款與會員編號、捐款與收款編號，或暫收款與明細編號，例如「溢繳款 A0012」「捐款 128」。";
const REASONLESS: Record<Register, string> = { fees: "沒有事由。", salary: "沒有事由。", refunds: GIVES_NOTHING };

type Row = TypedShare & {
	/** True when each typed amount could be read. */
	isRead: boolean;
	/** How the row is paid, as it was typed. */
	way: string;
};

/** Returns the rows of the form that are not empty, numbered from 1. */
function rowsOf(form: Fields): Row[] {
	const fields = SHARE_FIELDS[form.register];
	const most = Math.max(...fields.map((name) => [form[name]].flat().length));
	return Array.from({ length: most }, (_, at) => rowAt(form, at)).filter(
		(row, at) => row.payee !== "" || row.reason !== "" || (form.gives[at] ?? "") !== "" || row.gross > 0 || !row.isRead,
	);
}

function rowAt(form: Fields, at: number): Row {
	const isSalary = form.register === "salary";
	const read = (list: readonly string[], isAsked: boolean): number | null => {
		const text = isAsked ? (list[at] ?? "") : "";
		return /^[0０]*$/.test(text) ? 0 : readAmount(text);
	};
	const amount = read(form.amount, true);
	const [allowance, labour, health, pension] = [form.allowance, form.labour, form.health, form.pension].map((list) =>
		read(list, isSalary),
	);
	const all = [amount, allowance, labour, health, pension];
	const way = form.way[at] ?? "";
	const gives = form.register === "refunds" ? readRefund(form.gives[at] ?? "") : undefined;
	return {
		number: at + 1,
		payee: form.payee[at] ?? "",
		reason: form.register === "refunds" ? (gives ? refundReason(gives.of) : "") : (form.summary[at] ?? ""),
		...(gives && { gives }),
		gross: (amount ?? 0) + (allowance ?? 0),
		allowance: allowance ?? 0,
		labour: labour ?? 0,
		health: health ?? 0,
		pension: pension ?? 0,
		payBy: wayIn(way) ?? form.pay_by,
		way,
		isRead: all.every((one) => one !== null),
	};
}

const employerOf = ({ employer_labour, employer_health, employer_pension }: Fields): Employer => ({
	labour: employer_labour,
	health: employer_health,
	pension: employer_pension,
});

const inputOf = (form: Fields, shares: RegisterInput["shares"]): FinanceInput => ({
	...NOTHING_ELSE,
	kind: "vendor",
	title: form.title,
	purpose: form.purpose,
	payeeName: payeeWords(shares),
	payBy: payByOf(shares),
	wantedOn: form.wanted_on,
	projectId: form.project,
	nhi: ownSum(shares),
	noAttachmentReason: form.no_attachment_reason,
	lines: linesOf(shares),
	register: { kind: form.register, shares, ...(form.register === "salary" && { employer: employerOf(form) }) },
});
