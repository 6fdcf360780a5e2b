import { figure } from "#kernel/amounts.ts";
import { allocate, type Wanted } from "./rules.ts";

/** A dues item to be paid, with its label: 周品妤 常年會費 115 年. */
export type NamedDue = Wanted & { label: string };
export type OutcomeOf = { wanted: readonly NamedDue[]; donation: number; creditTo: { id: number; name: string } };

/** Says in sentences what an incoming amount will do: which items it pays off, what stays owed, what becomes credit. */
export function outcomeWords(received: number | null, { wanted, donation, creditTo }: OutcomeOf): string[] {
	if (received === null) return ["請填寫大於 0 的整數金額，例如 1,000。"];
	const parts = allocate(received, wanted, { creditTo: creditTo.id, donation });
	const paid = new Map(parts.flatMap((part) => (part.kind === "dues" ? [[part.duesItemId, part.amount]] : [])));
	const short = wanted.filter(({ duesItemId, due }) => (paid.get(duesItemId) ?? 0) < due);
	const credit = parts.find(({ kind }) => kind === "credit")?.amount ?? 0;
	const given = parts.find(({ kind }) => kind === "donation")?.amount ?? 0;
	return [
		wanted.length > 0 && short.length === 0 ? (credit > 0 ? "會費全部繳清。" : "剛好，會費全部繳清。") : "",
		...short.map(({ label, duesItemId, due }) => shortWords(label, due, paid.get(duesItemId) ?? 0)),
		given > 0 ? `捐款 ${figure(given)} 元。` : "",
		given < donation ? `捐款少 ${figure(donation - given)} 元。` : "",
		credit > 0 ? `${figure(credit)} 元記為${creditTo.name}的溢繳款，可以折抵以後的會費。` : "",
	].filter((words) => words !== "");
}

const shortWords = (label: string, due: number, paid: number): string =>
	paid === 0 ? `${label}仍未繳，欠 ${figure(due)} 元。` : `${label}部分繳納，還欠 ${figure(due - paid)} 元。`;
