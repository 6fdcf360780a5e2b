import * as z from "zod";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { changePhone, confirmEmailChange, requestEmailChange } from "#domain/system/logins/actions.ts";
import { openLink } from "#domain/system/passwords/actions.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { deadProofPage, emailPage, emailProofPage, phonePage } from "./contact-pages.ts";
import { readSecurity } from "./security.ts";

const text = z.string().trim().min(1, "請填寫這一欄。").max(200);

const showEmail = view({
	path: paths.account.email(),
	gate: "signed_in",
	fresh: true,
	show: async (ask) => emailPage(freshForm(), (await readSecurity(ask)).email),
});

/** Requests the change of the email address. The answer is the same whether another user has the address or not. */
const storeEmail = action({
	path: paths.account.email(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({ email: text }),
	run: async ({ c, env, db, who, by }, { input: { email } }) => {
		await requestEmailChange(db, env, { userId: who.userId, email, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return {
			to: paths.account.show(),
			flash: `如果 ${email} 沒有其他帳號使用，幾分鐘內會收到確認信，連結 24 小時內有效。確認以前，仍使用原來的信箱。`,
			tone: "info",
		};
	},
	page: async (ask, state) => emailPage(state, (await readSecurity(ask)).email),
});

const Token = z.strictObject({ token: z.string().max(200) });

async function proved({ env, db, who, params, at }: Ask<z.infer<typeof Token>>, state: FormState): Promise<Page> {
	const { token } = params;
	const opened = await openLink(db, env, { purpose: "email_change", token, at });
	const email = opened?.link.email;
	return email && opened.login.id === who.userId ? emailProofPage(state, { token, email }) : deadProofPage();
}

const showEmailProof = view({
	path: paths.account.emailProof(":token"),
	gate: "signed_in",
	params: Token,
	show: (ask) => proved(ask, freshForm()),
});

const storeEmailProof = action({
	path: paths.account.emailProof(":token"),
	gate: "signed_in",
	params: Token,
	form: z.strictObject({}),
	run: async ({ c, env, db, who, params, by }) => {
		await confirmEmailChange(db, env, { userId: who.userId, token: params.token, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "電子郵件已變更。" };
	},
	page: (ask, state) => proved(ask, state),
});

const showPhone = view({
	path: paths.account.phone(),
	gate: "signed_in",
	fresh: true,
	show: async (ask) => phonePage(freshForm(), (await readSecurity(ask)).phone),
});

const storePhone = action({
	path: paths.account.phone(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({ phone: text }),
	run: async ({ c, env, db, who, by }, { input: { phone } }) => {
		await changePhone(db, env, { userId: who.userId, phone, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "手機號碼已變更。" };
	},
	page: async (ask, state) => phonePage(state, (await readSecurity(ask)).phone),
});

export const CONTACT_ROUTES: readonly Route[] = [
	showEmail,
	storeEmail,
	showEmailProof,
	storeEmailProof,
	showPhone,
	storePhone,
];
