import * as z from "zod";
import { CodeForm, codePage, OF_MEMBERS, type Offers, offersOn, told, userCrumbs } from "#admin/system/index.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { readUser, type UserPage } from "#db/shell/user-page.ts";
import type { UserRef } from "#db/system/index.ts";
import {
	usersActions as actions,
	issueActivationCode,
	type Outcome,
	rightsActions as rights,
} from "#domain/system/actions.ts";
import { ACTIVATION_MS } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import type { Page } from "#ui/page.ts";
import { disablePage, issueCodePage, type Seen as SeenBy, secondFactorResetPage } from "./confirm-pages.ts";
import { showUserPage } from "./show-page.ts";

const { users } = paths.admin;
type AskUser = Ask<z.infer<typeof IdParams>>;

export const readPage = ({ env, params, at }: AskUser): Promise<UserPage | undefined> =>
	readUser(env.DB, params.id, { at, today: dateInTaipei(at) });

/** The page of a user, on which the forms about the user stand; "missing" when there is no such user. */
export const userForms = pageWithForms({
	path: users.show(":id"),
	gate: "users",
	params: IdParams,
	page: async (ask, { sent }) => {
		const page = await readPage(ask);
		return page ? showUserPage(page, ask, sent) : "missing";
	},
});

const Seen = z.strictObject({ version: z.coerce.number().int() });

type Confirm = { path: string; fresh?: true; offer: keyof Offers; draw: (page: UserPage, seen: SeenBy) => Page };

/**
 * Builds the route of a page that says what an action on a user will do. When the current user is not offered the
 * action, it redirects to the user's page, which says why.
 */
const confirming = ({ path, fresh, offer, draw }: Confirm): Route =>
	view({
		path,
		gate: "users",
		params: IdParams,
		...(fresh ? { fresh } : {}),
		show: async (ask) => {
			const page = await readPage(ask);
			if (!page) return "missing";
			if (!offersOn(page.user, ask.who)[offer]) return { to: users.show(page.user.id) };
			return draw(page, { today: dateInTaipei(ask.at), who: ask.who });
		},
	});

type Change = {
	path: string;
	fresh?: true;
	mails?: true;
	flash: string;
	run: (ask: AskUser, user: UserRef) => Promise<Outcome>;
};

const done = (change: Promise<void>): Promise<Outcome> => change.then(() => "done");

/**
 * Builds the route of an action on a user, for the version that the form shows; afterwards the user's page shows the
 * message.
 */
const changing = ({ path, fresh, mails, flash, run }: Change): Route =>
	userForms.form("sent", {
		path,
		...(fresh ? { fresh } : {}),
		form: Seen,
		run: async (ask, { input }) => {
			const outcome = await run(ask, { id: ask.params.id, version: input.version });
			if (mails) ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
			return { to: users.show(ask.params.id), ...told(outcome, flash) };
		},
	});

/**
 * Makes an activation code. The answer to the POST shows the code, and no page shows it again; a code that must wait
 * for a second person redirects to the user's page.
 */
const issueCode = userForms.form("sent", {
	path: users.activationCode(":id"),
	fresh: true,
	form: CodeForm,
	run: async (ask, { input: { version, shown } }) => {
		const user = { id: ask.params.id, version };
		const issued = await issueActivationCode(ask.db, ask.env, { user, shown, ...ask.by });
		if (issued === "waits") return { to: users.show(ask.params.id), ...told(issued, "", OF_MEMBERS) };
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		const page = await readPage(ask);
		if (!page) return "missing";
		return codePage({
			user: page.user,
			back: {
				area: "使用者",
				crumbs: userCrumbs(page.user),
				href: users.show(page.user.id),
			},
			...issued,
			until: (issued.worksFrom ?? ask.at) + ACTIVATION_MS,
			address: readConfig(ask.env).PUBLIC_BASE_URL + paths.activate(),
			association: ask.surroundings.association,
		});
	},
});

export const ACCESS_ROUTES: readonly Route[] = [
	changing({
		path: users.invitation(":id"),
		mails: true,
		flash: "邀請信即將寄出，先前的連結已失效。",
		run: ({ db, by }, user) => done(actions.inviteUser(db, user, by)),
	}),
	confirming({
		path: users.activationCode(":id"),
		fresh: true,
		offer: "code",
		draw: ({ user }) => issueCodePage(user),
	}),
	issueCode,
	confirming({
		path: users.secondFactorReset(":id"),
		fresh: true,
		offer: "resetSecondFactor",
		draw: ({ user }) => secondFactorResetPage(user),
	}),
	changing({
		path: users.secondFactorReset(":id"),
		fresh: true,
		mails: true,
		flash: "已重設兩步驟驗證，請提醒本人重新設定。",
		run: ({ db, by }, user) => rights.resetSecondFactor(db, user, by),
	}),
	changing({
		path: users.sessionsEnd(":id"),
		flash: "已登出所有裝置。",
		run: ({ db, by }, user) => done(actions.endUserSessions(db, user, by)),
	}),
	confirming({ path: users.disabling(":id"), offer: "disable", draw: disablePage }),
	changing({
		path: users.disabling(":id"),
		mails: true,
		flash: "已停用帳號。需要時可以從這一頁恢復使用。",
		run: ({ db, by }, user) => done(actions.disableUser(db, user, by)),
	}),
	changing({
		path: users.enabling(":id"),
		mails: true,
		flash: "已恢復使用。",
		run: ({ db, by }, user) => rights.enableUser(db, user, by),
	}),
];
