import {
	accessCard,
	deputiesCard,
	heldRoles,
	type Offers,
	offersOn,
	permissionLines,
	standsInCard,
	summaryOf,
	USERS_CRUMBS,
} from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { UserPage } from "#db/shell/user-page.ts";
import type { UserRow } from "#db/system/index.ts";
import { StoredCodes } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { thread } from "#ui/thread.ts";
import { ago, dateWords } from "#ui/time.ts";
import { hangingWords } from "./hanging-part.ts";
import { historyLine } from "./history.ts";

const { audit, confirmations, roles, users } = paths.admin;
export type Viewer = { who: Visitor; at: number };

/** Draws the page of a user. `state` is the refused form of one of its buttons. */
export function showUserPage(page: UserPage, { who, at }: Viewer, state?: FormState): Page {
	const { user, hanging, deputies, standsIn, waiting } = page;
	const offers = offersOn(user, who);
	const today = dateInTaipei(at);
	return {
		title: user.name,
		area: "使用者",
		crumbs: USERS_CRUMBS,
		lead:
			heldRoles(user)
				.map(({ name }) => name)
				.join("、") || "沒有角色",
		actions: offers.edit && linkButton({ label: "編輯", icon: "edit", href: users.edit(user.id) }),
		body: html`<div class="stack">
			${state && errorSummary(state)} ${about(offers)} ${waiting.length > 0 && waits(waiting.length)}
			<div class="split">
				<div class="stack">
					${person(user, at)} ${rolesCard(user, offers, who)}
					${deputiesCard({ userId: user.id, rows: deputies, today, mayName: offers.nameDeputy, canEnd: !offers.isSelf })}
					${standsInCard(standsIn, today)}
					${history(page, { who, at })}
				</div>
				${accessCard({ user, offers, hanging: hangingWords(hanging), at })}
			</div>
		</div>`,
	};
}

/**
 * Draws the notice that explains why this page offers fewer actions than other users' pages; false when it does not.
 */
const about = ({ isSelf, isAbove }: Offers): VNode | false =>
	(isSelf &&
		notice(
			{ tone: "info", title: "這是您自己的帳號" },
			"密碼、登入資料、兩步驟驗證與職務代理請到",
			html`<a href=${paths.account.show()}>我的帳號</a>`,
			"變更；角色與停用要由其他管理員處理。",
		)) ||
	(isAbove && notice({ tone: "info" }, "這個帳號的權限比您高，請由系統管理員處理。"));

const waits = (many: number): VNode =>
	notice(
		{ tone: "info" },
		`這個帳號有 ${many} 件變更等候第二人確認，還沒有生效。`,
		html`<a href=${confirmations.list()}>待第二人確認</a>`,
	);

const person = (user: UserRow, at: number): VNode =>
	card(
		{ title: "基本資料" },
		facts(
			[
				{ name: "電子郵件", value: user.email },
				{ name: "手機號碼", value: user.phone && phoneWords(user.phone) },
				{ name: "最後登入", value: user.last_sign_in_at === null ? "從未登入" : ago(user.last_sign_in_at, at) },
				{ name: "建立日期", value: dateWords(user.created_at) },
				{ name: "會員資料", value: user.member_id === null ? "沒有連結" : "已連結" },
			],
			2,
		),
	);

const rolesCard = (user: UserRow, offers: Offers, who: Visitor): VNode => {
	const held = heldRoles(user);
	const permissions = StoredCodes.parse(user.permissions);
	const named = ({ id, name }: { id: number; name: string }): Children =>
		allows("roles", who) ? html`<a href=${roles.edit(id)}>${name}</a>` : name;
	return card(
		{ title: "角色", link: offers.roles ? { href: users.roles(user.id), label: "變更角色" } : undefined },
		facts([
			{ name: "角色", value: held.length === 0 ? "沒有角色，登入後沒有可用的頁面。" : joined(held.map(named)) },
			{ name: "權限", value: summaryOf(permissions) },
		]),
		permissions.length > 0 &&
			disclosure(
				{ label: "看看可以做什麼" },
				permissionLines(permissions).map((line) => html`<p class="small">${line}</p>`),
			),
	);
};

const joined = (list: Children[]): Children => list.flatMap((one, at) => (at === 0 ? [one] : ["、", one]));

const history = ({ user, history: rows }: UserPage, { who, at }: Viewer): VNode =>
	card(
		{
			title: "紀錄",
			link: allows("audit", who) ? { href: `${audit.list()}?type=user&id=${user.id}`, label: "全部紀錄" } : undefined,
		},
		rows.length === 0
			? html`<p class="soft small">還沒有紀錄。</p>`
			: thread(rows.map((row) => ({ ...historyLine(row), at: ago(row.at, at) }))),
	);
