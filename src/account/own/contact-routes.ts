import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { changePhone, confirmEmailChange, openLink, requestEmailChange } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { deadProofPage, emailPage, emailProofPage, phonePage } from "./contact-pages.ts";
import { readSecurity } from "./security.ts";

const text = z.string().trim().min(1, "請填寫這一欄。").max(200);

/**
 * Asks to change the email address: mails a link to the new one. The answer is the same whether or not the new address
 * belongs to another user.
 */
const email = formPage({
	path: paths.account.email(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({ email: text }),
	about: readSecurity,
	page: (security, state) => emailPage(state, security.email),
	run: async ({ c, env, db, who, by }, { input: { email } }) => {
		await requestEmailChange(db, env, { userId: who.userId, email, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return {
			to: paths.account.show(),
			flash: `如果 ${email} 沒有其他帳號使用，幾分鐘內會收到確認信，連結 24 小時內有效。確認以前，仍使用原來的信箱。`,
			tone: "info",
		};
	},
});

const Token = z.strictObject({ token: z.string().max(200) });

const emailProof = formPage({
	path: paths.account.emailProof(":token"),
	gate: "signed_in",
	params: Token,
	form: z.strictObject({}),
	about: async ({ env, db, params: { token }, at }) => openLink(db, env, { purpose: "email_change", token, at }),
	page: (opened, state, { who, params: { token } }) => {
		const email = opened?.link.email;
		return email && opened.login.id === who.userId ? emailProofPage(state, { token, email }) : deadProofPage();
	},
	run: async ({ c, env, db, who, params, by }) => {
		await confirmEmailChange(db, env, { userId: who.userId, token: params.token, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "電子郵件已變更。" };
	},
});

const phone = formPage({
	path: paths.account.phone(),
	gate: "signed_in",
	fresh: true,
	form: z.strictObject({ phone: text }),
	about: readSecurity,
	page: (security, state) => phonePage(state, security.phone),
	run: async ({ c, env, db, who, by }, { input: { phone } }) => {
		await changePhone(db, env, { userId: who.userId, phone, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: paths.account.show(), flash: "手機號碼已變更。" };
	},
});

export const CONTACT_ROUTES: readonly Route[] = [...email, ...emailProof, ...phone];
