import { expect } from "vitest";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Staff } from "../finance.ts";
import { codeOf } from "../refusal.ts";
import { by } from "../users.ts";
import { Books, type Line } from "./model.ts";

/** Chance, as fast-check gives it: whole numbers that a step reads as it likes. */
export type Chance = { step: number; a: number; b: number; c: number; hours: number };

export type Manual = {
	id: number;
	version: number;
	date: string;
	lines: Line[];
	total: number;
	reversed: boolean;
	turns: boolean;
};
export type Draft = { id: number; version: number; date: string; lines: Line[]; total: number };
export type Paid = {
	id: number;
	amount: number;
	on: string;
	cash: boolean;
	lines: Line[];
	year: number;
	parts: Part[];
	deposit: number | null;
	reversed: boolean;
	refunded: number;
};
export type Part = { kind: "dues" | "credit" | "donation"; member: number; year: number; amount: number };
export type Income = {
	id: number;
	version: number;
	on: string;
	amount: number;
	cash: boolean;
	lines: Line[] | null;
	deposit: number | null;
	state: "recorded" | "posted" | "reversed";
	posting: (on: string) => Line[];
};
export type Deposit = {
	id: number;
	version: number;
	lines: Line[];
	reversed: boolean;
	payments: Paid[];
	income: Income[];
};
export type Document = {
	id: number;
	version: number;
	state: string;
	kind: FinanceInput["kind"];
	gross: number;
	tax: number;
	nhi: number;
	advance: Document | null;
	settled: boolean;
	of: Paid | null;
	refundOf: FinanceInput["refundOf"];
	member: number | null;
	paidOn: string;
	owed: Line[];
	lines: Line[];
};

export type People = Record<"applicant" | "cashier" | "accountant" | "chair" | "clerk", Staff>;
export type Setting = {
	people: People;
	members: number[];
	items: Map<string, number>;
	bank: { id: number; code: string };
	accounts: Map<string, number>;
	start: number;
	/** How many times as often months and years are closed: a short walk passes as many ends of them as a long one. */
	closings: number;
};

export const DAY = 86_400_000;
export const PLAIN = ["1130-01", "1110", "1220", "1250", "2110", "3110", "4910", "5220", "5310", "5810"];
export const INACTIVE = "5820";
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const entriesOf = (lines: readonly Line[]): Entry[] =>
	lines.map(([code, dr, cr]) => (dr > 0 ? debit(code, dr, "") : credit(code, cr, "")));
export const alone = ({ id }: Staff) => ({ userId: id, standsFor: [null] });
export class Desk {
	readonly books = new Books();
	readonly told = new Map<string, number>();
	at: number;
	readonly manuals: Manual[] = [];
	drafts: Draft[] = [];
	readonly payments: Paid[] = [];
	readonly income: Income[] = [];
	readonly deposits: Deposit[] = [];
	readonly documents: Document[] = [];
	readonly months = new Map<string, number>();
	/** How often years were closed and opened; what each opening made income of a member's dues. */
	readonly closings = new Map<number, number>();
	readonly openings = new Map<number, { seq: number; made: Map<number, number> }>();
	readonly setting: Setting;
	protected chance: Chance = { step: 0, a: 0, b: 0, c: 0, hours: 0 };

	constructor(setting: Setting) {
		this.setting = setting;
		this.at = setting.start;
	}

	get today(): string {
		return dateInTaipei(this.at);
	}
	/** A day some days ago, not before the books began. */
	ago(days: number): string {
		return dateInTaipei(Math.max(this.setting.start, this.at - days * DAY));
	}
	by(who: Staff) {
		return { ...by(who, this.at), userId: who.id };
	}

	/** The program's answer must be one of these refusals, or none where the list is empty. */
	async answer(name: string, refusals: readonly string[], act: () => Promise<unknown>): Promise<unknown> {
		const found = await act().then(
			(made) => ({ made, code: "done" }),
			(error: unknown) => ({ made: undefined, code: String(codeOf(error)) }),
		);
		const said = `${name}: ${found.code}`;
		if (refusals.length === 0 ? found.code !== "done" : !refusals.includes(found.code))
			expect.fail(
				`${said}, but the model says ${refusals.length === 0 ? "done" : refusals.join(" or ")} on ${this.today} ${JSON.stringify(this.chance)}`,
			);
		this.told.set(said, (this.told.get(said) ?? 0) + 1);
		return found.code === "done" ? { made: found.made } : undefined;
	}
}

/** The id that an action returned. */
export function made(done: unknown): number {
	const id = (done as { made?: unknown } | undefined)?.made;
	if (typeof id !== "number") throw new Error("nothing was made");
	return id;
}
