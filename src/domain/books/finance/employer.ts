import { figure } from "#kernel/amounts.ts";

/** The columns of a register of salaries that say what the association pays besides (雇主負擔), in whole NT$. */
export type EmployerRow = { employer_labour: number; employer_health: number; employer_pension: number };

/** Writes it for people: 勞保 5,200、健保 3,100; empty where it pays nothing. */
export const employerWords = (row: EmployerRow): string =>
	employerParts(row)
		.map(({ name, amount }) => `${name} ${figure(amount)}`)
		.join("、");

/** Returns what the association pays besides the salaries of a register, by name, without what is 0. */
export const employerParts = (row: EmployerRow): { name: string; amount: number }[] =>
	[
		{ name: "勞保", amount: row.employer_labour },
		{ name: "健保", amount: row.employer_health },
		{ name: "勞退提繳", amount: row.employer_pension },
	].filter(({ amount }) => amount > 0);
