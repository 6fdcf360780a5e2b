import type { UserRow } from "#db/system/user-lists.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { ago, dateWords } from "#ui/time.ts";
import type { Offers } from "./offers.ts";
import { postButton } from "./post-button.ts";
import { secondFactorStatus, userStatus } from "./words.ts";

const { users } = paths.admin;
type Access = { user: UserRow; offers: Offers; hanging: string | undefined; at: number };

/** Draws the card 登入與安全: whether and how the user signs in, with the actions on it. */
export const accessCard = (of: Access): VNode => {
	const { user, hanging, at } = of;
	return card(
		{ title: "登入與安全" },
		facts([
			{ name: "狀態", value: userStatus(user.status) },
			{ name: "密碼", value: passwordWords(user, at) },
			{ name: "兩步驟驗證", value: secondFactorStatus(user.has_second_factor === 1) },
			{ name: "登入中", value: user.sessions === 0 ? "沒有裝置" : `${user.sessions} 個裝置` },
			...(user.invited_until === null ? [] : [{ name: "邀請信", value: `有效到 ${dateWords(user.invited_until)}` }]),
			...(user.code_until === null ? [] : [{ name: "啟用碼", value: `有效到 ${dateWords(user.code_until)}` }]),
			{ name: "待交接", value: hanging ?? "沒有" },
		]),
		actions(of),
	);
};

const passwordWords = ({ has_password, password_changed_at }: UserRow, at: number): Children => {
	if (has_password === 0) return "尚未設定";
	return password_changed_at === null ? "已設定" : [ago(password_changed_at, at), "變更"];
};

const cannotStart = ({ status, is_staff, email }: UserRow): string | undefined => {
	if (status !== "invited" || email !== null) return undefined;
	return is_staff === 1
		? "工作人員不能使用啟用碼，請先編輯資料補上電子郵件，再寄邀請信。"
		: "沒有電子郵件，請列印啟用碼交給本人。";
};

function actions({ user, offers }: Access): Children {
	const { id, version, invited_until } = user;
	const hint = offers.isSelf || offers.isAbove ? undefined : cannotStart(user);
	const buttons = [
		offers.invite &&
			postButton({
				action: users.invitation(id),
				version,
				label: invited_until === null ? "寄邀請信" : "再寄一次邀請信",
				icon: "mail",
				busy: "寄送中...",
				block: true,
			}),
		offers.code && linkButton({ label: "核發啟用碼", icon: "key", href: users.activationCode(id), block: true }),
		offers.resetSecondFactor &&
			linkButton({ label: "重設兩步驟驗證", icon: "shield", href: users.secondFactorReset(id), block: true }),
		offers.endSessions &&
			postButton({ action: users.sessionsEnd(id), version, label: "登出所有裝置", icon: "phone", block: true }),
		offers.enable &&
			postButton({
				action: users.enabling(id),
				version,
				label: "恢復使用",
				icon: "undo",
				tone: "primary",
				block: true,
			}),
		offers.disable &&
			linkButton({ label: "停用帳號...", icon: "no", tone: "danger", href: users.disabling(id), block: true }),
	].filter(Boolean);
	return [
		hint && html`<p class="hint">${hint}</p>`,
		buttons.length > 0 && html`<div class="stack tight">${buttons}</div>`,
	];
}
