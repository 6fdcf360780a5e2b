import * as z from "zod";
import { reviewerOf, usersOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { waitingAsks } from "#db/money/index.ts";
import { readRows } from "#db/read.ts";
import { moneyActs, waitingPost } from "#db/shell/second-acts.ts";
import { listedConfirmations, waitingConfirmations } from "#db/system/index.ts";
import { confirmAsk, stopAsk } from "#domain/money/actions.ts";
import { confirm, postAsSecond, see, stop, withdraw } from "#domain/shell/confirmations/actions.ts";
import { CONFIRMATION_STEPS } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { relay } from "#platform/queue.ts";
import { confirmationsPage } from "./list-page.ts";

const { confirmations } = paths.admin;
const MOST_ASKS = 100;

async function shown({ env, who, at }: Ask<object, object>, { sent }: Refused) {
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
	return confirmationsPage(found, { who, at }, sent);
}

/**
 * The page of confirmations. Every signed-in user may open it, because a user may stop a change of the user's own
 * login; the query filters what is shown.
 */
const list = pageWithForms({ path: confirmations.list(), gate: "signed_in", page: shown });

const OF_LIST = {
	params: IdParams,
	form: z.strictObject({ version: z.coerce.number().int() }),
	to: () => confirmations.list(),
} as const;

type Verb = (ask: Pick<Ask, "env" | "db">, of: Parameters<typeof stop>[1]) => Promise<void>;
const stepping = (step: "confirm" | "stop" | "withdraw", verb: Verb): Route =>
	taking(list, "sent", {
		...OF_LIST,
		step: CONFIRMATION_STEPS[step],
		path: confirmations.step(":id", step),
		take: async ({ env, db, by, params: { id } }, { input: { version } }) => {
			await verb({ env, db }, { ref: { id, version }, by });
			return {};
		},
	});

const Chosen = z
	.string()
	.regex(/^\d{1,15}:\d{1,15}$/)
	.transform((text) => text.split(":").map(Number))
	.transform(([id = 0, version = 0]) => ({ id, version }));

/**
 * Confirms the chosen changes, each in its own batch, so that one that another user ended meanwhile does not prevent
 * the others.
 */
const confirmMany = list.form("sent", {
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
});

const seen = list.form("sent", {
	path: confirmations.seen(),
	gate: "confirmations",
	form: z.strictObject({ ids: z.array(z.coerce.number().int()).max(200) }),
	many: ["ids"],
	run: async ({ db, by }, { input: { ids } }) => {
		await see(db, ids, by);
		return { to: confirmations.list(), flash: CONFIRMATION_STEPS.see.done };
	},
});

/** Confirms a receipt with another title: 理事長 and 監事 may be its second person without the permission 作廢收據. */
const receipt = list.form("sent", {
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
});

const posting = (kind: "voucher" | "income"): Route =>
	taking(list, "sent", {
		...OF_LIST,
		step: { done: "已確認並過帳。" },
		path: confirmations.money(kind, ":id"),
		gate: "confirmations",
		take: async ({ db, who, by, params: { id } }, { input: { version } }) => {
			const reviewer = reviewerOf(who, "confirmations.decide");
			await postAsSecond(db, { kind, ref: { id, version }, reviewer, by });
			return {};
		},
	});

export const CONFIRMATION_ROUTES: readonly Route[] = [
	list.show,
	stepping("confirm", ({ env, db }, of) => confirm(env, db, of)),
	stepping("stop", ({ db }, of) => stop(db, of)),
	stepping("withdraw", ({ db }, of) => withdraw(db, of)),
	confirmMany,
	seen,
	receipt,
	posting("voucher"),
	posting("income"),
];
