import { AREAS } from "#admin/areas.ts";
import { readerOf } from "#admin/finance/asks.ts";
import { financeStatus } from "#admin/finance/words.ts";
import type { SearchBoxProps } from "#admin/islands/search-box.island.ts";
import { memberStatus } from "#admin/members/list-words.ts";
import { receiptStatus } from "#admin/receipts/words.ts";
import { contentStatus, STATE_LOOKS } from "#admin/ui/content-status.ts";
import { phoneWords, STATUS_WORDS, userStatus } from "#admin/users/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { documentHits, financeWords } from "#db/finance-lists.ts";
import { memberHits } from "#db/member-lists.ts";
import { listReceipts } from "#db/receipts.ts";
import { searchSelects } from "#db/search.ts";
import { unpublishedSelect } from "#db/staff-search.ts";
import { usersSelect } from "#db/user-lists.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { FINANCE_STATE_LABELS, financeNumber } from "#domain/finance/labels.ts";
import { rocWords } from "#domain/members/calendar.ts";
import { MEMBER_STATUS_LABELS } from "#domain/members/labels.ts";
import { memberStatusNow } from "#domain/members/rules.ts";
import { searchWords } from "#domain/members/search.ts";
import { RECEIPT_STATUS_LABELS } from "#domain/receipts/labels.ts";
import type { EntryKind } from "#domain/search/entry.ts";
import { highlightPieces, piecesOf } from "#domain/search/highlight.ts";
import { fold, matchQuery, normal, queryParts } from "#domain/search/tokens.ts";
import { paths } from "#http/paths.ts";
import { type Found, looking, NOTHING, offsetOf, type Source, type Wanted } from "./source.ts";
import { CONTENT_GATES, CONTENT_KINDS, CONTENT_NAMES, EDITORS } from "./words.ts";

/** Everything of the menu that this person sees, and their own pages. */
const PLACES = [
	...AREAS,
	{
		group: "個人",
		label: "我的帳號",
		href: paths.account.show(),
		gate: "signed_in",
		words: ["變更密碼", "兩步驟驗證", "登入中的裝置", "備用碼", "手機號碼", "電子郵件", "account"],
	},
	{ group: "個人", label: "總覽", href: paths.admin.home(), gate: "staff", words: ["首頁", "儀表板", "dashboard"] },
] as const;

function areas(wanted: Wanted): Found {
	const parts = queryParts(wanted.q);
	if (parts.length === 0) return NOTHING;
	const has = (...texts: readonly string[]) => {
		const folded = texts.map((text) => normal(fold(text)));
		return parts.every((part) => folded.some((text) => text.includes(part)));
	};
	const open = PLACES.filter(({ gate }) => allows(gate, wanted.who));
	const named = open.filter(({ label }) => has(label));
	const meant = open.filter((area) => !named.includes(area) && has(area.label, area.group, ...area.words));
	const found = [...named, ...meant];
	return {
		total: found.length,
		hits: found.slice(offsetOf(wanted), offsetOf(wanted) + wanted.limit).map(({ label, group, href }) => ({
			label: piecesOf(label, wanted.q),
			sub: piecesOf(group, wanted.q),
			href,
		})),
	};
}

const users: Source["look"] = ({ q, page, limit }) =>
	looking("DB", usersSelect({ q, page, sort: "name" }, limit), ({ id, name, email, phone, status: code }) => ({
		label: piecesOf(name, q),
		sub: piecesOf([email, phone && phoneWords(phone)].filter(Boolean).join("　"), q),
		href: paths.admin.users.show(id),
		state: code === "active" ? undefined : { word: STATUS_WORDS[code], badge: userStatus(code) },
	}));

const members: Source["look"] = (wanted) => {
	const { q, limit } = wanted;
	const words = searchWords(q);
	if (words.length === 0) return NOTHING;
	return looking("DB", memberHits(words, { limit, offset: offsetOf(wanted) }), (member) => {
		const { id, member_no, name, phone, email } = member;
		const now = memberStatusNow(member, dateInTaipei(wanted.at));
		return {
			label: piecesOf(name, q),
			sub: piecesOf([member_no, phone === null ? email : phoneWords(phone)].filter(Boolean).join("　"), q),
			href: paths.admin.members.show(id),
			state: now === "active" ? undefined : { word: MEMBER_STATUS_LABELS[now], badge: memberStatus(now) },
		};
	});
};

const receipts: Source["look"] = (wanted) => {
	const { q, limit } = wanted;
	const found = listReceipts({ q }, { limit, offset: offsetOf(wanted) });
	return looking("DB", found, ({ id, number, payer_title, issued_on, status }) => ({
		label: piecesOf(number, q),
		sub: piecesOf(`${payer_title}　${rocWords(issued_on)}`, q),
		href: paths.admin.receipts.show(id),
		state: status === "issued" ? undefined : { word: RECEIPT_STATUS_LABELS[status], badge: receiptStatus(status) },
	}));
};

const finance: Source["look"] = (wanted) => {
	const { q, who, limit } = wanted;
	const words = financeWords(q);
	if (words.length === 0) return NOTHING;
	const found = documentHits({ reader: readerOf(who), filter: { words } }, { limit, offset: offsetOf(wanted) });
	return looking("DB", found, (one) => ({
		label: piecesOf(one.title, q),
		sub: piecesOf(`${financeNumber(one)}　${one.payee_name}`, q),
		href: paths.admin.finance.show(one.id),
		state: { word: FINANCE_STATE_LABELS[one.state], badge: financeStatus(one.state) },
	}));
};

/** What is public, from the index: one Chinese character is enough. */
const content =
	(kind: EntryKind): Source["look"] =>
	(wanted) => {
		const { q, limit } = wanted;
		const match = matchQuery(q);
		if (match === null) return NOTHING;
		const query = { kind, match, sort: "relevance", limit, offset: offsetOf(wanted) } as const;
		const [, count, rows] = searchSelects(query);
		return looking("SEARCH", [rows, count], ({ ref_id, ...texts }) => {
			const { title, excerpt } = highlightPieces(texts, q);
			return { label: title, sub: excerpt, href: EDITORS[kind].show(ref_id) };
		});
	};

const unpublished: Source["look"] = (wanted) => {
	// Words alone: a title keeps its punctuation, which the parts have as spaces.
	const words = queryParts(wanted.q).flatMap((part) => part.split(" "));
	if (words.length === 0) return NOTHING;
	const kinds = CONTENT_KINDS.filter((kind) => allows(CONTENT_GATES[kind], wanted.who));
	const select = unpublishedSelect(words, kinds, { limit: wanted.limit, offset: offsetOf(wanted) });
	return looking("DB", select, ({ kind, id, title, state }) => ({
		label: piecesOf(title, wanted.q),
		sub: piecesOf(CONTENT_NAMES[kind], wanted.q),
		href: EDITORS[kind].show(id),
		state: { word: STATE_LOOKS[state].word, badge: contentStatus(state) },
	}));
};

const TEXTS = "標題、摘要、標籤與內文，一個字也能找";

/** THE list of what can be searched, in the order of the page. */
export const SOURCES: readonly Source[] = [
	{ kind: "area", name: "功能", by: "選單上的名稱與相關的詞", unit: "項", gate: "staff", look: areas },
	{ kind: "member", name: "會員", by: "姓名、編號、電話或電子郵件", unit: "位", gate: "members", look: members },
	{ kind: "user", name: "使用者", by: "姓名、電子郵件或手機號碼", unit: "位", gate: "users", look: users },
	{
		kind: "receipt",
		name: "收據",
		by: "收據編號、抬頭、會員編號或金額",
		unit: "張",
		gate: "receipts",
		look: receipts,
	},
	{
		kind: "finance",
		name: "支出申請",
		by: "單號、主旨、受款人、申請人或金額",
		unit: "件",
		gate: "finance",
		look: finance,
	},
	{ kind: "article", name: "文章", by: TEXTS, unit: "篇", gate: "articles", look: content("article") },
	{ kind: "page", name: "單頁", by: TEXTS, unit: "個", gate: "pages", look: content("page") },
	{ kind: "document", name: "文件", by: "名稱與說明", unit: "份", gate: "documents", look: content("document") },
	{ kind: "draft", name: "未公開內容", by: "草稿、排程與封存的標題", unit: "筆", gate: "content", look: unpublished },
];
export const KINDS = SOURCES.map(({ kind }) => kind);

/** What this person may search. */
export const sourcesFor = (who: Visitor): Source[] => SOURCES.filter(({ gate }) => allows(gate, who));

const NAMED = 3;

/** The box in the bar, which says what this person can find with it; nothing for who is not staff. */
export function searchBoxFor(who: Visitor | undefined): SearchBoxProps | undefined {
	if (!who || !allows("staff", who)) return undefined;
	const names = sourcesFor(who).map(({ name }) => name);
	return {
		href: paths.admin.search(),
		label: `搜尋${names.join("、")}`,
		placeholder: `搜尋${names.slice(0, NAMED).join("、")}`,
	};
}
