import { codeWays, postButton, STATUS_WORDS, userStatus } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { LoginRow } from "#db/people/member-picks.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import { LoginForm } from "#domain/people/members/form.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { recordCrumbs } from "./form-page.ts";
import { leftToOthers } from "./guardian-page.ts";
import { searchForm } from "./person-search.ts";

const { members, users } = paths.admin;
const field = fieldsOf(LoginForm);

export type LoginPage = {
	member: MemberRow;
	q: string;
	/** The account that is chosen among those found. */
	chosen?: number | undefined;
	found: LoginRow[];
	who: Visitor;
};
/** The values and errors of the page's forms that were refused. */
export type LoginStates = { connect?: FormState; invite?: FormState };

const INVITE = "invite";

/**
 * Draws the page 登入帳號: connect an account, invite the member to create one, or remove the connection. For a member
 * of the user's own family it says instead that other users must do this.
 */
export function loginPage(page: LoginPage, states: LoginStates = {}): Page {
	const { member, who } = page;
	const isOthers = !isFamily(member, who);
	return {
		title: `${member.name}的登入帳號`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "會員用登入帳號進入會員專區。登入用的手機與電子郵件，和會員資料上的聯絡方式分開。",
		slim: true,
		body: html`<div class="stack">
			${!isOthers && leftToOthers(states.connect ?? states.invite)}
			${isOthers && member.user_id !== null && connected(page, states)}
			${member.user_id === null && member.status === "deceased" && notice({ tone: "info" }, "已故的會員不能連結登入帳號。")}
			${isOthers && member.user_id === null && member.status !== "deceased" && [inviting(page, states.invite), connecting(page, states.connect)]}
		</div>`,
	};
}

const connected = ({ member, who }: LoginPage, { connect, invite }: LoginStates): VNode => {
	const state = connect ?? invite;
	const { id, version, user_id, user_status } = member;
	return card(
		{
			title: "已連結的帳號",
			beside: user_status && userStatus(user_status),
			link: allows("users", who) && user_id !== null ? { href: users.show(user_id), label: "使用者頁" } : undefined,
		},
		state && errorSummary(state),
		facts([
			{ name: "姓名", value: member.user_name },
			{ name: "電子郵件", value: member.user_email },
			{ name: "手機號碼", value: member.user_phone && phoneWords(member.user_phone) },
		]),
		html`<div class="row">
			${
				user_status !== "disabled" && linkButton({ label: "核發啟用碼", icon: "key", href: members.activationCode(id) })
			}
			${postButton({ action: members.loginEnd(id), version, label: "解除連結", icon: "x", busy: "處理中..." })}
		</div>`,
		html`<p class="hint">解除連結後，帳號本身保留，但進不了這位會員的資料。</p>`,
	);
};

const inviting = ({ member }: LoginPage, sent: FormState | undefined): VNode => {
	const values = { email: member.email ?? "", phone: member.phone ?? "" };
	const state = { ...(sent ?? freshForm(values)), prefix: INVITE };
	return card(
		{ title: "建立新帳號" },
		html`<p class="small soft">填了電子郵件就會寄出邀請信，7 天內有效；沒有電子郵件的，建立後可以列印啟用碼。</p>`,
		form(
			{
				action: members.invitation(member.id),
				state,
				version: member.version,
				submit: "建立帳號",
				busy: "建立中...",
			},
			html`<div class="cols two">
				${field({ name: "email", label: "登入用電子郵件", state, type: "email", autocomplete: "off" })}
				${field({
					name: "phone",
					label: "登入用手機號碼",
					state,
					type: "tel",
					autocomplete: "off",
					hint: "親子共用的手機，只能給其中一人登入。",
				})}
			</div>`,
		),
	);
};

const connecting = (page: LoginPage, sent: FormState | undefined): VNode => {
	const { member, q, chosen } = page;
	return card(
		{ title: "連結已有的帳號" },
		searchForm({
			action: members.login(member.id),
			q,
			label: "用姓名、電子郵件或手機尋找帳號",
			offers: "可以連結的帳號",
		}),
		candidates(page, sent ?? freshForm(chosen ? { user: String(chosen) } : {})),
	);
};

function candidates({ member, q, found }: LoginPage, state: FormState): Children {
	if (found.length === 0)
		return html`<p class="soft small">${q === "" ? "沒有電子郵件或手機和這位會員相同的帳號；可以用姓名找。" : `找不到還沒連結的帳號「${q}」。`}</p>`;
	return form(
		{
			action: members.login(member.id),
			state,
			version: member.version,
			submit: "連結",
			busy: "連結中...",
		},
		html`<input type="hidden" name="q" value=${q} />`,
		choices({
			name: "user",
			label: q === "" ? "電子郵件或手機相同的帳號" : "找到的帳號",
			state,
			options: found.map(loginOption),
		}),
	);
}

/** Returns an account as an option of the choice between accounts. */
export const loginOption = ({ id, name, email, phone, status }: LoginRow) => ({
	value: String(id),
	label: name,
	sub: [email, phone && phoneWords(phone), STATUS_WORDS[status]].filter(Boolean).join("　"),
});

/** Draws the page 核發啟用碼, before the code is made. */
export const memberCodePage = (member: MemberRow, state: FormState): Page => ({
	title: `核發啟用碼給${member.name}`,
	name: member.name,
	area: "會員",
	crumbs: recordCrumbs(member),
	slim: true,
	body: html`<div class="stack">
		${notice({ tone: "warn", title: "請先核對本人身分" }, "啟用碼只會顯示一次，14 天內有效，用過一次就失效；先前核發的會立即失效。用它設定密碼後，健康資料與證件 7 天後才看得到，會費與收據馬上看得到。")}
		${form(
			{
				action: members.activationCode(member.id),
				state,
				version: member.version,
				submit: "產生啟用碼",
				busy: "產生中...",
				cancel: members.login(member.id),
			},
			member.user_status !== "invited" && codeWays(state),
		)}
	</div>`,
});
