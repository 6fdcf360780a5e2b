import type { Ask, Route } from "#auth/route.ts";
import { madeWith } from "#db/form-submissions.ts";
import { entryAccounts } from "#db/money/payment-entries.ts";
import { readRows } from "#db/read.ts";
import { submitPayments } from "#domain/money/payment-lists/actions.ts";
import { ROW_FIELDS } from "#domain/money/payment-lists/rows.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { check, ManyForm, ROWS_SHOWN } from "./many-check.ts";
import { manyPage } from "./many-page.ts";

const { payments } = paths.admin;

const kept = ({ method, account }: ManyForm): FormState =>
	freshForm({ method, account: account === null ? "" : String(account) });

async function freshPage({ env }: Ask, { sent: state = freshForm({ method: "transfer" }) }: Refused) {
	const [accounts] = await readRows(env.DB, entryAccounts());
	const cellsOf = (name: string): string[] => [state.values[name] ?? []].flat();
	const many = Math.max(ROWS_SHOWN, cellsOf("no").length);
	const rows = Array.from({ length: many }, (_, at) => ({
		typed: {
			no: cellsOf("no")[at] ?? "",
			year: cellsOf("year")[at] ?? "",
			money: cellsOf("money")[at] ?? "",
			day: cellsOf("day")[at] ?? "",
			tail: cellsOf("tail")[at] ?? "",
		},
	}));
	return manyPage({ rows, isChecked: false, accounts, key: crypto.randomUUID() }, state);
}

const page = pageWithForms({ path: payments.createMany(), gate: "payments_record", page: freshPage });

/** Returns whether a form with this key and the same content was recorded already. */
const isMade = async ({ env }: Pick<Ask, "env">, key: string): Promise<boolean> => {
	const [made] = await readRows(env.DB, madeWith(key));
	return made.some(({ is_same }) => is_same === 1);
};

const recordMany = page.form("sent", {
	form: ManyForm,
	many: [...ROW_FIELDS],
	run: async (ask, { input, key }) => {
		const { shown, inputs, accounts, isFine } = await check(ask, input);
		const done = {
			to: `${payments.list()}?status=submitted`,
			flash: `已登錄 ${inputs.length} 筆收款，等待其他人核對。`,
		};
		// When the button was pressed twice, the payments of the first press now wait for the items.
		if (input.step === "save" && !isFine && (await isMade(ask, key))) return { to: done.to };
		if (input.step !== "save" || !isFine) {
			const rows = input.step === "more" ? shown.map(({ typed }) => ({ typed })) : shown;
			const of = { rows, isChecked: input.step !== "more", accounts, key: crypto.randomUUID() };
			return manyPage(of, kept(input));
		}
		await submitPayments(ask.db, { inputs, key, by: { ...ask.by, userId: ask.who.userId } });
		return done;
	},
});

/**
 * The routes of recording many payments at once. They come before the routes of one payment, whose ":id" would match
 * "new".
 */
export const PAYMENT_MANY_ROUTES: readonly Route[] = [page.show, recordMany];
