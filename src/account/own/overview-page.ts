import type { DeputyRow, SecurityRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { type Item, items } from "#ui/items.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { status } from "#ui/status.ts";
import { type Theme, themeForm } from "#ui/theme.ts";
import { ago } from "#ui/time.ts";
import { periodWords } from "./deputies-page.ts";
import { timesWords } from "./failed-page.ts";
import { ownPage } from "./parts.ts";

export type Overview = {
	name: string;
	roles: readonly string[];
	security: SecurityRow;
	/** Whether the association requires a second factor that the user does not have yet. */
	lacksSecondFactor: boolean;
	sessions: number;
	deputies: readonly DeputyRow[];
	standsInFor: readonly DeputyRow[];
	/** Whether the user may name a deputy. */
	namesDeputies: boolean;
	theme: Theme;
	at: number;
};

/**
 * Draws the overview of the user's own account (我的帳號): the sign-in data, the security settings, the deputies, the
 * theme.
 */
export function overviewPage(of: Overview): Page {
	const deputyships = deputyItems(of);
	return {
		...ownPage({
			title: "我的帳號",
			lead: [of.name, of.roles.join("、")].filter(Boolean).join("　"),
			body: html`<div class="stack loose">
				${card({ title: "登入資料", flush: true }, items(loginItems(of)))}
				${card({ title: "安全", flush: true }, items(securityItems(of)))}
				${(deputyships.length > 0 || of.namesDeputies) && deputiesCard(of, deputyships)}
				${card(
					{ title: "佈景" },
					themeForm({ action: paths.theme(), theme: of.theme, back: paths.account.show() }),
					html`<p class="hint">只影響這個瀏覽器。</p>`,
				)}
			</div>`,
		}),
		area: undefined,
		crumbs: [],
	};
}

/** Makes an item that leads to the page where its value can be changed. */
const leading = (item: Omit<Item, "side"> & { side?: Children }): Item => ({
	...item,
	side: html`<span class="row">${item.side}${icon("right")}</span>`,
});

const loginItems = ({ security, at }: Overview): Item[] => [
	leading({ title: "電子郵件", href: paths.account.email(), sub: security.email ?? "尚未設定" }),
	leading({
		title: "手機號碼",
		href: paths.account.phone(),
		sub: security.phone === null ? "尚未設定" : phoneWords(security.phone),
	}),
	leading({
		title: "密碼",
		href: paths.account.password(),
		sub:
			security.password_changed_at === null
				? "變更密碼"
				: html`<span>上次變更：${ago(security.password_changed_at, at)}</span>`,
	}),
];

const securityItems = ({ security, lacksSecondFactor, sessions }: Overview): Item[] => {
	const isOn = security.totp_enabled_at !== null;
	return [
		leading({
			title: "兩步驟驗證",
			href: paths.account.secondFactor(),
			sub: isOn ? `還有 ${security.recovery_codes} 組備用碼` : "登入時除了密碼，再輸入手機上的驗證碼",
			side: secondFactorStatus({ isOn, lacks: lacksSecondFactor }),
		}),
		leading({ title: "登入中的裝置", href: paths.account.sessions(), sub: `${sessions} 個裝置` }),
		leading({ title: "登入失敗紀錄", href: paths.account.failedSignIns(), sub: failedWords(security) }),
	];
};

const failedWords = ({ failed, failed_since }: SecurityRow): string => {
	if (failed === 0) return "最近 30 天沒有";
	const since = failed_since > 0 ? `，其中 ${failed_since} 次在您上次登入之後` : "";
	return `最近 30 天 ${timesWords(failed)}${since}`;
};

const secondFactorStatus = ({ isOn, lacks }: { isOn: boolean; lacks: boolean }): VNode => {
	if (isOn) return status({ word: "已開啟", tone: "ok" });
	return lacks ? status({ word: "需要設定", tone: "danger" }) : status({ word: "未開啟" });
};

const deputyItems = ({ deputies, standsInFor }: Overview): Item[] => [
	...deputies.map((row) => ({
		title: `${row.deputy_name}代理您`,
		sub: periodWords(row),
		side: deputyStatus(row),
	})),
	...standsInFor.map((row) => ({
		title: `您代理${row.user_name}`,
		sub: periodWords(row),
		side: deputyStatus(row),
	})),
];

const deputyStatus = ({ is_on }: DeputyRow): VNode =>
	is_on === 1 ? status({ word: "代理中", tone: "ok" }) : status({ word: "尚未開始" });

const deputiesCard = ({ namesDeputies }: Overview, list: Item[]): VNode =>
	card(
		{
			title: "職務代理",
			flush: list.length > 0,
			link: namesDeputies ? { href: paths.account.deputies(), label: "設定代理人" } : undefined,
		},
		list.length > 0 ? items(list) : html`<p class="soft small">請假或出國時，可以請同事代為審核與過帳。</p>`,
	);
