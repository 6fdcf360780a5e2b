import type { Visitor } from "#auth/visitor.ts";
import type { RoleOption } from "#db/system/roles.ts";
import type { UserRow } from "#db/system/user-lists.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { UserInput } from "#domain/system/users/schema.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { Conflict } from "#ui/form-state.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { USERS_CRUMBS, userCrumbs } from "./list.ts";
import { rolesField } from "./roles-field.ts";

const { users } = paths.admin;
const field = fieldsOf(UserInput);

const nameField = (state: FormState): VNode => field({ name: "name", label: "姓名", state, autocomplete: "off" });

/** Draws the three fields of a user: name, email and phone. */
const personFields = (state: FormState): VNode => html`<div class="stack">
	${nameField(state)}
	<div class="cols two">
		${field({
			name: "email",
			label: "電子郵件",
			state,
			type: "email",
			autocomplete: "off",
			hint: "用來登入、收邀請信與通知。",
		})}
		${field({
			name: "phone",
			label: "手機號碼",
			state,
			type: "tel",
			autocomplete: "off",
			hint: "也可以用來登入。空格、橫線與 +886 都可以。",
		})}
	</div>
	<p class="hint">電子郵件和手機號碼至少填一項；兩項都填，登入時用哪一個都可以。</p>
</div>`;

/** Draws the field for the current user's own name; the logins are sent unchanged in hidden fields. */
const ownFields = (state: FormState, user: UserRow): VNode => html`<div class="stack">
	${nameField(state)}
	<input type="hidden" name="email" value=${user.email ?? ""} />
	<input type="hidden" name="phone" value=${user.phone ?? ""} />
	${facts([
		{ name: "電子郵件", value: user.email },
		{ name: "手機號碼", value: user.phone && phoneWords(user.phone) },
	])}
</div>`;

/** Draws the page 新增使用者. `key`: the idempotency key, so that sending the same form twice creates one user. */
export const newUserPage = (of: { state: FormState; roles: RoleOption[]; who: Visitor; key: string }): Page => ({
	title: "新增使用者",
	area: "使用者",
	crumbs: USERS_CRUMBS,
	lead: "會員與工作人員都在這裡建立帳號；密碼由本人設定。",
	slim: true,
	body: card(
		{ label: "新增使用者" },
		form(
			{
				action: users.create(),
				state: of.state,
				key: of.key,
				submit: "新增使用者",
				busy: "新增中...",
				cancel: users.list(),
				main: true,
				guard: true,
			},
			personFields(of.state),
			rolesField(of),
			checkbox({
				name: "invite",
				label: "儲存後立即寄出邀請信",
				state: of.state,
				hint: "信中的連結 7 天內有效。沒有電子郵件的會員，儲存後可以列印啟用碼交給他。",
			}),
		),
	),
});

/** Returns the form of a new user: empty, with the invitation ticked. */
export const freshUser = (): FormState => freshForm({ invite: "1" });

/** Returns a user's form filled from the stored user. */
export const formOf = ({ name, email, phone }: UserRow): FormState =>
	freshForm({ name, email: email ?? "", phone: phone === null ? "" : phoneWords(phone) });

/** Draws the page 編輯使用者: name and logins. When another user saved meanwhile, it shows both texts. */
export function editUserPage(user: UserRow, { state, isSelf }: { state: FormState; isSelf: boolean }): Page {
	const shown = againstStored(state, { version: user.version, fields: differences(user, state) });
	return {
		title: `編輯${user.name}`,
		area: "使用者",
		crumbs: userCrumbs(user),
		slim: true,
		body: html`<div class="stack">
			${isSelf && notice({ tone: "info" }, "這是您自己的帳號：這裡只能改姓名。電子郵件與手機號碼請到", html`<a href=${paths.account.show()}>我的帳號</a>`, "變更。")}
			${card(
				{ label: "編輯使用者" },
				form(
					{
						action: users.edit(user.id),
						state: shown,
						version: user.version,
						submit: "儲存",
						cancel: users.show(user.id),
						main: true,
						guard: true,
					},
					isSelf ? ownFields(shown, user) : personFields(shown),
					!isSelf &&
						user.email !== null &&
						html`<p class="hint">變更電子郵件後，先前寄出的邀請與重設密碼連結會失效，並通知原本的信箱。</p>`,
				),
			)}
		</div>`,
	};
}

/**
 * Normalizes an email address or a phone number, so that the same number typed differently does not count as a
 * difference.
 */
function canonical(text: string): string {
	const known = identify(text);
	if (known === undefined) return text.trim();
	return known.kind === "phone" ? phoneWords(known.phone) : known.email;
}

function differences(user: UserRow, state: FormState): Conflict[] {
	const stored = formOf(user);
	const side = (field: string, label: string): Conflict => ({
		field,
		label,
		mine: field === "name" ? typed(state, field).trim() : canonical(typed(state, field)),
		theirs: typed(stored, field),
	});
	return [side("name", "姓名"), side("email", "電子郵件"), side("phone", "手機號碼")];
}
