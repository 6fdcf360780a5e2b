import {
	AGREEMENT_SORTS,
	AGREEMENTS,
	AGREEMENTS_PER_PAGE,
	type Agreement,
	type AgreementRow,
	agreementPage,
	agreementRows,
} from "#db/people/agreements.ts";
import { limitTo, readRows } from "#db/read.ts";
import { CONSENT_NAMES } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { choice } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";
import { noneYet } from "#ui/empty.ts";
import { fileButtons } from "#ui/export-links.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Status, status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { hrefWith } from "#ui/url-state.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { members } = paths.admin;
const { privacy } = members;
/** The text that is listed when the address names it; else it is that of personal data. */
const KINDS = ["health_data"] as const;
const PERSONAL = "personal_data" as const;

const STATES = {
	current: { word: "目前的版本", tone: "ok" },
	older: { word: "舊的版本", tone: "warn" },
	ended: { word: "已收回", icon: "undo" },
	none: { word: "沒有同意" },
} as const satisfies Record<Agreement, Status>;
const STATE_WORDS = Object.fromEntries(AGREEMENTS.map((one) => [one, STATES[one].word])) as Record<Agreement, string>;
const CHANNELS = { web: "網站", paper: "紙本", roster: "名冊" } as const;

const dash = html`<span class="soft">—</span>`;
const COLUMNS: Column<AgreementRow>[] = [
	{ label: "會員編號", sort: "number", nowrap: true, cell: ({ member_no }) => member_no ?? dash },
	{ label: "姓名", sort: "name", head: true, cell: ({ id, name }) => html`<a href=${members.show(id)}>${name}</a>` },
	{ label: "版本", sort: "version", nowrap: true, cell: ({ version }) => version ?? dash },
	{ label: "時間", sort: "at", nowrap: true, cell: ({ at }) => (at === null ? dash : dateWords(at)) },
	{ label: "方式", sort: "channel", cell: ({ channel }) => (channel === null ? dash : CHANNELS[channel]) },
	{ label: "狀態", sort: "state", sheet: "corner", bare: true, cell: ({ state }) => status(STATES[state]) },
];
const FILE_COLUMNS: readonly FileColumn<AgreementRow>[] = [
	{ label: "會員編號", width: 12, cell: ({ member_no }) => member_no },
	{ label: "姓名", width: 16, cell: ({ name }) => name },
	{ label: "版本", width: 14, cell: ({ version }) => version },
	{ label: "時間", width: 18, cell: ({ at }) => at && dateWords(at) },
	{ label: "方式", width: 8, cell: ({ channel }) => channel && CHANNELS[channel] },
	{ label: "狀態", width: 12, cell: ({ state }) => STATE_WORDS[state] },
];

/** The list 同意情形: which version of a text each member and applicant agreed to. */
export const agreementList = listing({
	path: privacy.agreements(),
	gate: "members_manage",
	title: "同意情形",
	name: "會員",
	unit: "位",
	area: "會員",
	crumbs: [
		...MEMBER_CRUMBS,
		{ label: "個人資料申請", href: privacy.list() },
		{ label: "告知事項", href: privacy.texts() },
	],
	conditions: {
		kind: choice("文字", [KINDS, CONSENT_NAMES], "個人資料"),
		state: choice("狀態", [AGREEMENTS, STATE_WORDS]),
	},
	sorts: AGREEMENT_SORTS,
	sort: "number",
	size: AGREEMENTS_PER_PAGE,
	read: async ({ env }, { kind = PERSONAL, state, ...asked }) => {
		const [rows, [counts]] = await readRows(env.DB, ...agreementPage({ kind, state }, asked));
		return { rows, counts, total: counts?.total ?? 0 };
	},
	lead: ({ asked: { kind = PERSONAL }, counts }) =>
		counts &&
		`${CONSENT_NAMES[kind]}：${AGREEMENTS.map((one) => `${STATE_WORDS[one]} ${figure(counts[one])} 位`).join("、")}。同意舊版本的，下次登入時首頁會請他看新的文字。`,
	actions: ({ query, total }) =>
		total > 0 && fileButtons((format) => hrefWith({ path: privacy.agreementsFile(format), query }, {})),
	columns: () => COLUMNS,
	none: () => noneYet({ title: "還沒有會員", text: "有人申請入會或匯入名冊之後，會列在這裡。" }),
	file: {
		path: privacy.agreementsFile,
		holds: "books",
		narrow: "請用狀態分次匯出",
		noted: ["privacy.export", "member"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { kind = PERSONAL, state, sort }, most) => {
			const [rows] = await readRows(env.DB, agreementRows({ kind, state }, { sort, limit: limitTo(most) }));
			return { rows };
		},
	},
});
