import * as z from "zod";
import { MOST_PASTED, pastedRows } from "#kernel/pasted.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { type AccountInput, PayeeForm, type PayeeInput } from "./form.ts";

/** The most payees of one pasted list: all of them are stored in one batch. */
export const MOST_PAYEES = 50;
/** The columns of a pasted list, in their order. */
export const PASTED_COLUMNS = ["姓名或名稱", "證號或統一編號", "地址", "金融機構", "帳號", "電話"] as const;

/** A payee of a pasted list; `about` names the line and the payee, for problems. */
export type PastedPayee = { about: string; input: PayeeInput; account: AccountInput | null };
type Read = { rows: PastedPayee[]; problems: string[] };

/**
 * Reads a pasted list of payees, whose columns are PASTED_COLUMNS; a first line with the names of the columns is left
 * out. A 統一編號 makes a company of the payee, any other number is a person's. Problems name the lines.
 */
export function readPayees(pasted: string): Read {
	const lines = pastedRows(pasted).filter(([name = ""], at) => at > 0 || !name.startsWith("姓名"));
	if (lines.length === 0) return { rows: [], problems: ["請貼上名單，每人一行。"] };
	if (lines.length > MOST_PAYEES)
		return { rows: [], problems: [`一次最多 ${MOST_PAYEES} 位，這份有 ${lines.length} 位，請分次貼上。`] };
	const read: Read = { rows: [], problems: [] };
	const seen = new Set<string>();
	for (const [at, cells] of lines.entries()) {
		const about = `第 ${at + 1} 行${cells[0] ? `「${cells[0]}」` : ""}`;
		const parsed = PayeeForm.safeParse(typedIn(cells));
		if (!parsed.success) read.problems.push(...parsed.error.issues.map(({ message }) => `${about}：${message}`));
		if (!parsed.success) continue;
		const number = parsed.data.input.taxId ?? parsed.data.input.nationalId ?? about;
		if (seen.has(number)) read.problems.push(`${about}：證號和前面的人相同。`);
		seen.add(number);
		read.rows.push({ about, ...parsed.data });
	}
	return read;
}

function typedIn(cells: readonly string[]) {
	const [name = "", number = "", address = "", bank = "", account = "", phone = ""] = cells;
	const isCompany = isTaxId(number.normalize("NFKC").replaceAll(/\s/g, ""));
	const of = isCompany ? { kind: "company", tax_id: number } : { kind: "person", national_id: number };
	return { ...of, name, address, bank, account, phone };
}

/** The form of a pasted list; what is wrong in it is said of the list, line by line. */
export const ManyPayees = z
	.strictObject({ pasted: z.string().max(MOST_PASTED, "名單太長，請分次貼上。") })
	.transform(({ pasted }, context) => {
		const { rows, problems } = readPayees(pasted);
		for (const message of problems) context.addIssue({ code: "custom", path: ["pasted"], message });
		return { pasted, rows };
	});
