import * as z from "zod";
import { reviewerOf, usersOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { waitingAsks } from "#db/money/receipt-rights.ts";
import { readRows } from "#db/read.ts";
import { moneyActs, waitingPost } from "#db/shell/second-acts.ts";
import { listedConfirmations, waitingConfirmations } from "#db/system/confirmation-lists.ts";
import { confirmAsk, stopAsk } from "#domain/money/receipts/actions.ts";
import { confirm, postAsSecond, see, stop, withdraw } from "#domain/shell/confirmations/actions.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { confirmationsPage } from "./list-page.ts";

const { confirmations } = paths.admin;
const MOST_ASKS = 100;

async function shown({ env, who, at }: Pick<Ask, "env" | "who" | "at">, state?: FormState) {
	const [rows, listed, asks, money, posts] = await readRows(
		env.DB,
		waitingConfirmations(who.userId),
		listedConfirmations(who.userId),
		waitingAsks(who.userId, MOST_ASKS),
		moneyActs(who.userId, dateInTaipei(at)),
		waitingPost(who.userId),
	);
	const found = {
		rows,
		listed,
		asks: allows("receipt_asks", who) ? asks : [],
		money: allows("confirmations", who) ? money : [],
		posts,
	};
	return confirmationsPage(found, { who, at }, state);
}

/**
 * The list of requests. Every signed-in user may open it, because members too can stop a change of their own login; the
 * query selects what each user sees.
 */
const list = view({ path: confirmations.list(), gate: "signed_in", show: (ask) => shown(ask) });

type Run = (ask: Pick<Ask, "env" | "db">, of: Parameters<typeof stop>[1]) => Promise<void>;
type Step = { step: string; flash: string; run: Run };
const stepping = ({ step, flash, run }: Step): Route =>
	action({
		path: confirmations.step(":id", step),
		gate: "signed_in",
		params: IdParams,
		form: z.strictObject({ version: z.coerce.number().int() }),
		run: async ({ c, env, db, by, params: { id } }, { input: { version } }) => {
			await run({ env, db }, { ref: { id, version }, by });
			c.executionCtx.waitUntil(relay(env, "mail.due"));
			return { to: confirmations.list(), flash };
		},
		page: (ask, state) => shown(ask, state),
	});

const Chosen = z
	.string()
	.regex(/^\d{1,15}:\d{1,15}$/)
	.transform((text) => text.split(":").map(Number))
	.transform(([id = 0, version = 0]) => ({ id, version }));

/**
 * Confirms several requests one by one, so that a request that another user has ended meanwhile does not hold up the
 * others.
 */
const confirmMany = action({
	path: confirmations.many(),
	gate: "signed_in",
	form: z.strictObject({ ids: z.array(Chosen).min(1, "請先勾選要確認的事。").max(200) }),
	many: ["ids"],
	run: async ({ c, env, db, by }, { input: { ids } }) => {
		let left = 0;
		for (const ref of ids)
			try {
				await confirm(env, db, { ref, by });
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				left += 1;
			}
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const done = `已確認 ${ids.length - left} 件`;
		return left === 0
			? { to: confirmations.list(), flash: `${done}。` }
			: {
					to: confirmations.list(),
					flash: `${done}；另外 ${left} 件沒有完成，請再看一次。`,
					tone: "warn" as const,
				};
	},
	page: (ask, state) => shown(ask, state),
});

const seen = action({
	path: confirmations.seen(),
	gate: "confirmations",
	form: z.strictObject({ ids: z.array(z.coerce.number().int()).max(200) }),
	many: ["ids"],
	run: async ({ db, by }, { input: { ids } }) => {
		await see(db, ids, by);
		return { to: confirmations.list(), flash: "已記下您看過了。" };
	},
	page: (ask, state) => shown(ask, state),
});

/**
 * Confirms or stops a receipt under another title. 理事長 and 監事 may be its second person without the permission
 * 作廢收據.
 */
const receipt = action({
	path: confirmations.receipt(":id"),
	gate: "receipt_asks",
	params: IdParams,
	form: z.strictObject({ version: z.coerce.number().int(), step: z.enum(["confirm", "stop"]) }),
	run: async ({ db, who, by, params: { id } }, { input: { step } }) => {
		if (step === "stop") {
			await stopAsk(db, id, by);
			return { to: confirmations.list(), flash: "已停止，收據不會重開。" };
		}
		await confirmAsk(db, id, {
			users: [...new Set([...usersOf(who, "receipts.void"), ...usersOf(who, "confirmations.decide")])],
			by,
		});
		return { to: confirmations.list(), flash: "已確認並開立收據。" };
	},
	page: (ask, state) => shown(ask, state),
});

const posting = (kind: "voucher" | "income"): Route =>
	action({
		path: confirmations.money(kind, ":id"),
		gate: "confirmations",
		params: IdParams,
		form: z.strictObject({ version: z.coerce.number().int() }),
		run: async ({ db, who, by, params: { id } }, { input: { version } }) => {
			const reviewer = reviewerOf(who, "confirmations.decide");
			await postAsSecond(db, { kind, ref: { id, version }, reviewer, by });
			return { to: confirmations.list(), flash: "已確認並過帳。" };
		},
		page: (ask, state) => shown(ask, state),
	});

export const CONFIRMATION_ROUTES: readonly Route[] = [
	list,
	stepping({ step: "confirm", flash: "已確認，變更生效。", run: ({ env, db }, of) => confirm(env, db, of) }),
	stepping({ step: "stop", flash: "已停止，不會生效。", run: ({ db }, of) => stop(db, of) }),
	stepping({ step: "withdraw", flash: "已收回。", run: ({ db }, of) => withdraw(db, of) }),
	confirmMany,
	seen,
	receipt,
	posting("voucher"),
	posting("income"),
];
