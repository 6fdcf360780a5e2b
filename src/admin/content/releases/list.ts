import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { STORIES_PER_PAGE, STORY_SORTS, uncheckedStories } from "#db/content/release-holds.ts";
import { RELEASE_SORTS, RELEASES_PER_PAGE, releasesSelect } from "#db/content/releases.ts";
import { readRows } from "#db/read.ts";
import { KIND_LABELS, KINDS, RELEASE_STATES, USE_LABELS, USES } from "#domain/content/releases/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { ago } from "#ui/time.ts";
import { kindWords, releaseStatus, STATE_LOOKS, untilWords, useWords } from "./words.ts";

const { releases, articles } = paths.admin;
export const RELEASE_CRUMBS = [...SITE_CRUMBS, { label: "同意書", href: releases.list() }];

const addButton = linkButton({ label: "登錄同意書", icon: "plus", tone: "primary", href: releases.create() });
const stateWords = (state: (typeof RELEASE_STATES)[number]): string =>
	state === "ending" ? "30 天內到期" : STATE_LOOKS[state].word;

/** The list page 同意書: who agreed to what, for which use, until when, and what is public by it. */
export const releaseList = listing({
	path: releases.list(),
	gate: "releases",
	title: "同意書",
	unit: "份",
	area: SITE_GROUP,
	crumbs: SITE_CRUMBS,
	conditions: {
		q: words("姓名、代為同意的人、會員編號或編號"),
		state: choice("狀態", [RELEASE_STATES, stateWords]),
		use: choice("用途", [USES, USE_LABELS]),
		kind: choice("內容", [KINDS, KIND_LABELS]),
	},
	sorts: RELEASE_SORTS,
	sort: "-created",
	size: RELEASES_PER_PAGE,
	read: async ({ env, at }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...releasesSelect({ ...asked, at }));
		return { rows, ...(count ?? { total: 0, every: 0, before: 0 }) };
	},
	lead: ({ isNarrowed, total }) =>
		isNarrowed
			? `符合條件的有 ${figure(total)} 份。`
			: "病友的照片與故事，要有本人或法定代理人的同意才能公開（個資法第 6 條）。撤回時，依它公開的內容會一次全部下架。",
	actions: ({ every }) => every > 0 && addButton,
	above: ({ before }) =>
		before > 0 &&
		notice(
			{ tone: "warn", title: `${figure(before)} 篇已公開的病友故事還沒有確認同意` },
			"這些故事在有同意書功能以前就已公開，目前照常顯示。請逐篇選擇同意書，或確認內容沒有可辨識的人。",
			html`<a href=${releases.stories()}>看這些故事</a>`,
		),
	columns: ({ at }) => [
		{
			label: "姓名",
			sort: "name",
			head: true,
			cell: ({ id, name, is_minor }) => [
				html`<a href=${releases.show(id)}>${name}</a>`,
				html`<small class="soft">第 ${id} 號${is_minor === 1 ? "・由法定代理人同意" : ""}</small>`,
			],
		},
		{ label: "內容", sort: "kind", cell: kindWords },
		{ label: "用途", sort: "use", cell: useWords },
		{
			label: "期間",
			sort: "given",
			sheet: "line",
			cell: (row) => [dayText(row.given_on), html`<small class="soft">${untilWords(row)}</small>`],
		},
		{ label: "公開中", sort: "open", end: true, cell: ({ open }) => (open > 0 ? `${figure(open)} 處` : "") },
		{ label: "狀態", sort: "state", bare: true, sheet: "corner", cell: (row) => releaseStatus(row, at) },
	],
	none: () =>
		noneYet({
			title: "還沒有同意書",
			text: "請病友簽好紙本後，在這裡登錄並上傳；之後在文章的「同意」選它，或連到媒體庫的照片。",
			actions: addButton,
		}),
	past: "同意書已經變少",
});

/** The list of public stories from before there were releases, which nobody has looked at. */
export const storyList = listing({
	path: releases.stories(),
	gate: "releases",
	title: "還沒確認同意的病友故事",
	name: "故事",
	unit: "篇",
	area: SITE_GROUP,
	crumbs: RELEASE_CRUMBS,
	conditions: {},
	sorts: STORY_SORTS,
	sort: "-published",
	size: STORIES_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...uncheckedStories(asked));
		return { rows, total: count?.total ?? 0 };
	},
	lead: ({ total }) =>
		total > 0
			? `共 ${figure(total)} 篇，官網上照常看得到。打開編輯畫面，在「同意」選擇同意書，或勾選「沒有可辨識的人」後儲存。`
			: "已公開的病友故事都確認過了。",
	columns: ({ at }) => [
		{
			label: "標題",
			sort: "title",
			head: true,
			cell: ({ id, title }) => html`<a href=${articles.show(id)}>${title}</a>`,
		},
		{ label: "發布", sort: "published", nowrap: true, cell: ({ published_at }) => ago(published_at, at) },
	],
	none: () => noneYet({ title: "都確認過了", text: "新的病友故事，發布時就會檢查同意。" }),
	past: "故事已經變少",
});
