import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import type { SearchBoxProps } from "#ui/islands/search-box.island.ts";
import { published, unpublished } from "./content-sources.ts";
import { finance, income, payments, receipts, vouchers } from "./money-sources.ts";
import { announcements, documents, tasks } from "./office-sources.ts";
import { members, users } from "./people-sources.ts";
import { places } from "./places.ts";
import type { Source } from "./source.ts";

const TEXTS = "標題、摘要、標籤與內文，一個字也能找";
const DRAFTS = "草稿、排程與封存的標題或網址代稱";

/** The only list of what can be searched, in the order of the page. */
export const SOURCES: readonly Source[] = [
	{ kind: "area", name: "功能", by: "選單上的名稱與相關的詞", unit: "項", gate: "staff", look: places },
	{ kind: "member", name: "會員", by: "姓名、編號、電話或電子郵件", unit: "位", gate: "members", look: members },
	{ kind: "user", name: "使用者", by: "姓名、電子郵件或手機號碼", unit: "位", gate: "users", look: users },
	{ kind: "task", name: "任務", by: "標題或說明的開頭", unit: "項", gate: "tasks", look: tasks },
	{
		kind: "receipt",
		name: "收據",
		by: "收據編號、抬頭、會員編號或金額",
		unit: "張",
		gate: "receipts",
		look: receipts,
	},
	{
		kind: "payment",
		name: "收款",
		by: "抬頭、帳號末五碼、舊收據編號或金額",
		unit: "筆",
		gate: "payments",
		look: payments,
	},
	{
		kind: "finance",
		name: "支出申請",
		by: "單號、主旨、受款人、統一編號、申請人或金額",
		unit: "件",
		gate: "finance",
		look: finance,
	},
	{ kind: "income", name: "收入", by: "編號、抬頭、用途、實物或金額", unit: "筆", gate: "income", look: income },
	{ kind: "voucher", name: "傳票", by: "傳票號碼、摘要或金額", unit: "張", gate: "ledger", look: vouchers },
	{ kind: "announcement", name: "公告", by: "標題或網址代稱", unit: "則", gate: "announcements", look: announcements },
	{ kind: "document", name: "文件", by: "名稱、分類、說明或網址代稱", unit: "份", gate: "staff", look: documents },
	{ kind: "article", name: "文章", by: TEXTS, unit: "篇", gate: "articles", look: published("article") },
	{
		kind: "article-draft",
		name: "未公開的文章",
		by: DRAFTS,
		unit: "篇",
		gate: "articles",
		look: unpublished("article"),
	},
	{ kind: "page", name: "單頁", by: TEXTS, unit: "個", gate: "pages", look: published("page") },
	{ kind: "page-draft", name: "未公開的單頁", by: DRAFTS, unit: "個", gate: "pages", look: unpublished("page") },
];
export const KINDS = SOURCES.map(({ kind }) => kind);

/** Returns the sources that the user may search. */
export const sourcesFor = (who: Visitor): Source[] => SOURCES.filter(({ gate }) => allows(gate, who));

const NAMED = 3;

/** Returns the search box of the top bar, which names what the user can find; undefined for users who are not staff. */
export function searchBoxFor(who: Visitor | undefined): SearchBoxProps | undefined {
	if (!who || !allows("staff", who)) return undefined;
	const names = sourcesFor(who).map(({ name }) => name);
	return {
		href: paths.admin.search(),
		label: `搜尋${names.join("、")}`,
		placeholder: `搜尋${names.slice(0, NAMED).join("、")}`,
	};
}
