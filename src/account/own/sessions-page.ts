import type { SessionRow } from "#db/system/index.ts";
import { deviceOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { ownPage } from "./parts.ts";

export type Sessions = {
	rows: SessionRow[];
	/** The id of the session in which the page is viewed. */
	current: string;
	at: number;
	problem?: string | undefined;
};

/** Draws the page of the user's sessions (登入中的裝置), each of which can be ended. */
export const sessionsPage = ({ rows, current, at, problem }: Sessions): Page =>
	ownPage({
		title: "登入中的裝置",
		lead: "看到不認得的裝置時，請將它登出，並變更密碼。",
		actions: rows.length > 1 && endOthers(),
		body: html`<div class="stack">
			${problem && notice({ tone: "warn", role: "alert" }, problem)}
			${card(
				{ flush: true, label: "裝置" },
				table({
					caption: "登入中的裝置，最近使用的在前",
					cards: true,
					rows,
					columns: [
						{
							label: "裝置",
							head: true,
							cell: (row) =>
								html`<span class="row">${deviceOf(row.user_agent)}${
									row.id === current && status({ word: "這個裝置", tone: "ok" })
								}</span>`,
						},
						{ label: "IP 位址", cell: ({ ip_address }) => ip_address ?? html`<span class="soft">—</span>` },
						{ label: "登入時間", nowrap: true, cell: ({ created_at }) => ago(created_at, at) },
						{ label: "最後使用", nowrap: true, cell: ({ last_seen_at }) => ago(last_seen_at, at) },
						{
							label: "操作",
							quiet: true,
							end: true,
							sheet: "acts",
							cell: (row) => row.id !== current && endOne(row),
						},
					],
				}),
			)}
		</div>`,
	});

const endOthers = (): VNode => html`<form method="post" action=${paths.account.sessionsEnd()}>
	${button({ label: "登出其他所有裝置", busy: "登出中..." })}
</form>`;

const endOne = ({ id, user_agent }: SessionRow): VNode => html`<form
	method="post"
	action=${paths.account.sessionEnd(id)}
>
	${button({ label: "登出", size: "s", about: deviceOf(user_agent), busy: "登出中..." })}
</form>`;
