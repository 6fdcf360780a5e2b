import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import type { Ask } from "#auth/route.ts";
import { submitDocument } from "#domain/books/finance/actions.ts";
import type { FinanceRef } from "#domain/books/finance/form.ts";
import { STEPS } from "#domain/books/finance/steps.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";

const { finance } = paths.admin;

/** The size limit of one form with all its files, in bytes. */
export const UPLOAD_BYTES = 31 * 1024 * 1024;

/** A form as it was sent: the pressed button and the fields. Which fields must be valid depends on the button. */
export const Sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
type Values = FormState["values"];
/** Returns the value of a field that was sent, or the first of several. */
export const textIn = (values: Values, name: string): string => [values[name] ?? ""].flat()[0] ?? "";

/** Returns the ids that a sent form names. */
export const namedIn = (values: Values): Naming => ({
	advance: numberIn(textIn(values, "advance")),
	payment: numberIn(textIn(values, "payment")),
	line: numberIn(textIn(values, "bank_line")),
	payee: numberIn(textIn(values, "payee_user")),
	project: numberIn(textIn(values, "project")),
});

/** Returns the values after the button 再加一行 or 移除; undefined for other buttons. */
export function withLines(values: Values, step: string): Values | undefined {
	const [summary, amount] = [[values.summary ?? []].flat(), [values.amount ?? []].flat()];
	if (step === "more") return { ...values, summary: [...summary, ""], amount: [...amount, ""] };
	const [, dropped] = /^drop\.(\d{1,3})$/.exec(step) ?? [];
	if (dropped === undefined) return undefined;
	const kept = (list: string[]) => list.filter((_, at) => at !== Number(dropped));
	return { ...values, summary: kept(summary), amount: kept(amount) };
}

/** Separates the pressed button and the request that was copied from the fields. */
export const split = ({ step, copy_of, ...fields }: Values) => ({
	step: [step ?? "save"].flat()[0] ?? "save",
	copyOf: numberIn([copy_of ?? ""].flat()[0]) || null,
	fields,
});

/** The ids that a form names, or the id of the request (`of`) that names them. */
export type Naming = {
	of?: number;
	advance?: number;
	payment?: number;
	line?: number;
	payee?: number;
	project?: number;
};

/** Reads an id as it was typed, such as 收款 12; 0 when there is none. */
export const numberIn = (text: string | undefined): number => {
	const plain = (text ?? "").normalize("NFKC").replace(/^\D+/, "").trim();
	return /^\d{1,15}$/.test(plain) ? Number(plain) : 0;
};

/** Returns the day of submission (Taipei) when the button submits; null when it only saves. */
export const sentOn = (step: string, at: number): string | null => (step === "submit" ? dateInTaipei(at) : null);

/** Submits the request that was just stored. When a rule refuses, the request stays a draft and the page says why. */
export async function sendStored(ask: Ask, ref: FinanceRef, stored: string) {
	try {
		await submitDocument(ask.db, { ref, by: { ...ask.by, userId: ask.who.userId } });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return {
			to: finance.edit(ref.id),
			flash: `${stored}還不能送出：${refusalWords(error)}`,
			tone: "warn" as const,
		};
	}
	ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
	return { to: finance.show(ref.id), flash: STEPS.submit.done };
}
