import { INVARIANT_WORDS } from "#admin/invariant-words.ts";
import type { Finding, HealthCheck, Level } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";

type Words = {
	name: string;
	/** What it means when the check passes. */
	good: string | ((finding: Finding) => string);
	/** What happened when the check fails, and what to do. */
	bad: (finding: Finding) => string;
	href?: string;
};

const many = ({ count = 0 }: Finding): string => count.toLocaleString("en-US");
const SHOWN = 5;
/** Returns the first few names of a finding. */
const named = ({ names = [] }: Finding): string =>
	names.slice(0, SHOWN).join("、") + (names.length > SHOWN ? ` 等 ${names.length} 項` : "");

const STOP = "請先不要修改資料，通知系統維運人員。";

/** Returns in words which invariants of the money are broken, each with the first few names. */
const brokenWords = ({ broken = [], level }: Finding): string => {
	const told = broken.map(({ code, count, names }) => {
		const more = count > names.length ? ` 等 ${count.toLocaleString("en-US")} 筆` : "";
		return `${INVARIANT_WORDS[code] ?? code}（${names.join("、")}${more}）`;
	});
	return `${told.join("；")}。${level === "wrong" ? STOP : "請會計重做年初轉列。"}`;
};

/** The words of every check: its name, what passing means, and what to do when it fails. */
export const CHECK_WORDS: Record<HealthCheck, Words> = {
	cron: {
		name: "每分鐘的排程",
		good: "排程準時執行：定時發布、寄信、提醒都會自動進行。",
		bad: ({ at }) =>
			at === null || at === undefined
				? "排程還沒有執行過。剛部署完請等一分鐘再看；仍然沒有，請檢查 Cloudflare 的 Cron 觸發設定。"
				: "排程已經停住，定時發布、寄信與提醒都不會進行。請檢查 Cloudflare 的 Cron 觸發設定與執行紀錄。",
	},
	cron_tasks: {
		name: "排程的各項工作",
		good: "最近一次都順利完成。",
		bad: (finding) => `${many(finding)} 項工作最近一次失敗，系統每分鐘會再試。原因見下方「排程的工作」。`,
	},
	queue: {
		name: "等候處理的變更",
		good: "沒有積壓。",
		bad: (finding) => `${many(finding)} 項變更等候超過 2 分鐘。請檢查 Cloudflare 的佇列與排程是否執行。`,
	},
	publishing: {
		name: "定時發布",
		good: "到時間的文章都已發布。",
		bad: (finding) => `${many(finding)} 篇文章過了發布時間還沒有發布。排程恢復後會自動補上。`,
		href: `${paths.admin.articles.list()}?state=scheduled`,
	},
	dead_letters: {
		name: "背景工作失敗",
		good: "沒有試了多次仍未完成的工作。",
		bad: (finding) => `${many(finding)} 項工作試了多次仍未完成。排除原因後，可以在這裡重新執行。`,
		href: paths.admin.deadLetters.list(),
	},
	mail: {
		name: "寄信",
		good: "信件正常寄出。",
		bad: ({ level, at, count = 0 }) =>
			level === "wrong"
				? "信件目前寄不出去：寄信方式還沒有設定完成。信件會先排著，設定好就自動寄出。"
				: [
						count > 0 && `最近 7 天有 ${count.toLocaleString("en-US")} 封信寄送失敗或被退回。`,
						typeof at === "number" && "有信件等候超過一小時，請查看最後一次的錯誤。",
					]
						.filter(Boolean)
						.join(""),
		href: paths.admin.mail.list(),
	},
	webhooks: {
		name: "通知官網",
		good: "通知都正常送達官網。",
		bad: () => "有官網的通知已停用或回應太慢，或最近 7 天有通知多次未送達，官網可能沒有更新。",
		href: paths.admin.webhooks.list(),
	},
	search: {
		name: "官網的搜尋索引",
		good: "索引與目前的內容一致。",
		bad: () => "索引落後目前的內容。排程恢復後會自動補上；仍然落後時，請維運人員執行 npm run search:rebuild。",
	},
	pictures: {
		name: "官網圖片的較小版本",
		good: "沒有做不成的圖片。",
		bad: ({ at, count = 0 }) =>
			[
				count > 0 && `${count.toLocaleString("en-US")} 張圖片做不成較小的版本，官網先用原圖。可以看原因，再試一次。`,
				typeof at === "number" && "有圖片等候超過一小時還沒有做。請檢查 Cloudflare 的佇列 bingyou-pictures 是否執行。",
			]
				.filter(Boolean)
				.join(""),
		href: paths.admin.media.failures(),
	},
	migrations: {
		name: "資料庫版本",
		good: "資料庫與程式的版本一致。",
		bad: (finding) =>
			finding.level === "wrong"
				? `資料庫少了這些更新：${named(finding)}。請維運人員執行 npm run deploy，它會先更新資料庫。`
				: `資料庫比這一版程式新：${named(finding)}。請部署較新的程式。`,
	},
	structure: {
		name: "資料庫的規則",
		good: "所有資料表、觸發程序、檢視與索引都在，沒有多餘的，內容也未被更動。",
		bad: (finding) => `這些規則不見了、多出來，或和程式裡的不同：${named(finding)}。資料可能不受保護，${STOP}`,
	},
	rows: {
		name: "資料的內容",
		good: "每一筆資料都讀得出來，也合乎資料表的限制。",
		bad: (finding) => `這些資料表有損壞或不合限制的資料：${named(finding)}。${STOP}`,
	},
	references: {
		name: "資料之間的關聯",
		good: "每一筆指向其他資料的紀錄，對象都在。",
		bad: (finding) => `${many(finding)} 筆紀錄指向不存在的資料，在：${named(finding)}。${STOP}`,
	},
	books: {
		name: "傳票與月結",
		good: "借貸平衡，號碼連續，各月餘額與傳票相同，結帳後沒有再入帳。",
		bad: brokenWords,
		href: paths.admin.ledger.periods(),
	},
	payments: {
		name: "會費、收款與收據",
		good: "每筆收款都有傳票，已繳金額、溢繳款與收據都和收款相符。",
		bad: brokenWords,
		href: paths.admin.payments.list(),
	},
	documents: {
		name: "收入、存款與支出",
		good: "收入、存款單、支出申請與銀行明細都和帳冊相符，憑證都在。",
		bad: brokenWords,
		href: paths.admin.ledger.journal(),
	},
	doubles: {
		name: "相同的收據號碼",
		good: ({ count = 0, names = [] }) =>
			count === 0
				? "沒有兩張收據號碼相同。"
				: `收據有冠字以前，會費收據與捐款收據有 ${count.toLocaleString("en-US")} 個號碼相同：${names.join("、")}。這些號碼不變，查詢與副本會加註（會費）或（捐款）；之後開立的都有冠字，不會再相同。`,
		bad: () => `有收據號碼相同。${STOP}`,
	},
	privacy_policy: {
		name: "官網的隱私權政策",
		good: "官網連到隱私權政策，或還沒有設定官網。",
		bad: () => "有官網的協會，首頁要連到隱私權政策。請到「設定 › 官網」填「隱私權政策的網址」。",
		href: paths.admin.settings.group("site"),
	},
	cash_below_zero: {
		name: "現金與存款的餘額",
		good: "每個現金與存款科目的餘額都不小於 0。",
		bad: (finding) => `餘額小於 0：${named(finding)}。請會計找出漏記的收入或記錯帳戶的支出；改正以前不能月結。`,
		href: paths.admin.ledger.cashBook(),
	},
	cash_parents: {
		name: "現金與存款的子目",
		good: "有子目的現金與存款科目，餘額都在子目。",
		bad: (finding) =>
			`${named(finding)} 有子目，科目本身還有餘額。請會計用轉帳傳票轉到子目，做法見「要轉到子目的餘額」。`,
	},
	audit: {
		name: "稽核紀錄防竄改存證",
		good: "新的紀錄每分鐘防竄改存證，存證每天寄給稽核人員。",
		bad: ({ level }) =>
			level === "wrong"
				? "有稽核紀錄超過 5 分鐘還沒有存證。請檢查排程是否執行。"
				: "存證超過兩天沒有寄給稽核人員。請檢查寄信是否正常。",
		href: paths.admin.audit.list(),
	},
	seals: {
		name: "存證核對",
		good: "每小時核對的稽核紀錄、收據與傳票都和存證時相同。",
		bad: (finding) =>
			`稽核紀錄、收據或傳票有 ${many(finding)} 處和存證時不同，可能有人直接改過資料庫。請先不要修改任何資料，請維運人員執行 npm run audit:verify 查明是哪幾筆。`,
		href: paths.admin.audit.list(),
	},
	backup: {
		name: "備份",
		good: "最近一週內有完整備份。",
		bad: ({ at }) =>
			at === null || at === undefined
				? "還沒有做過備份。請維運人員執行 npm run backup，並把備份收在安全的地方。"
				: "已經超過一週沒有備份。請維運人員執行 npm run backup。",
	},
	storage: {
		name: "資料庫容量",
		good: "容量充足。",
		bad: (finding) => `資料庫已用 ${many(finding)}%。滿了之後無法再寫入，請維運人員規劃封存或分庫。`,
	},
	sealing: {
		name: "加密金鑰",
		good: "所有加密的資料都能用目前的金鑰開啟。",
		bad: (finding) =>
			finding.level === "wrong"
				? `${many(finding)} 筆加密資料要用另一把金鑰（${named(finding)}）才能開啟。請維運人員取出保管的金鑰，設回 SEALING_KEY。`
				: `正在更換金鑰：還有 ${many(finding)} 筆資料用舊金鑰加密。請維運人員執行 npm run keys:rotate。`,
	},
	peppers: {
		name: "密碼金鑰",
		good: "所有密碼都能用目前的金鑰核對。",
		bad: (finding) =>
			(finding.names ?? []).length > 0
				? `${many(finding)} 位使用者的密碼是用另一把金鑰（${named(finding)}）保存的，他們需要重設密碼，或請維運人員設回 PASSWORD_PEPPER_BEFORE。`
				: `正在更換金鑰：還有 ${many(finding)} 位使用者登入後才會改用新金鑰。`,
	},
};

/** What is said in place of 正常 while there is nothing that the check is about. */
export const ABSENT: Partial<Record<HealthCheck, string>> = {
	publishing: "還沒有排定時間的文章。",
	webhooks: "還沒有設定要通知的官網。",
	pictures: "還沒有上傳過圖片。",
	mail: "還沒有寄過信。",
	books: "還沒有傳票。",
	payments: "還沒有收款。",
	privacy_policy: "還沒有設定官網。",
};

export const LEVELS: Record<Level, { word: string; tone: "ok" | "warn" | "danger" }> = {
	ok: { word: "正常", tone: "ok" },
	warn: { word: "請留意", tone: "warn" },
	wrong: { word: "需要處理", tone: "danger" },
};

/** The cards of the page, with the checks in each. */
export const GROUPS: readonly { title: string; checks: readonly HealthCheck[] }[] = [
	{ title: "自動執行的工作", checks: ["cron", "cron_tasks", "queue", "publishing", "dead_letters"] },
	{
		title: "帳務",
		checks: ["books", "payments", "documents", "doubles", "cash_below_zero", "cash_parents"],
	},
	{ title: "寄信與官網", checks: ["mail", "webhooks", "search", "pictures", "privacy_policy"] },
	{ title: "資料庫", checks: ["migrations", "structure", "rows", "references", "storage"] },
	{ title: "保全", checks: ["backup", "audit", "seals", "sealing", "peppers"] },
];

/** The words for each cron task (jobs/schedule.ts); a task without words is shown by its own name. */
export const TASK_WORDS: Record<string, string> = {
	publishing: "定時發布與下架",
	announcements: "公告的開放、結束與寄信",
	releases: "同意書到期下架與提醒",
	certificates: "身障證明到期提醒",
	"dues notices": "會費提醒",
	"term deposits": "定期存款到期提醒",
	confirmations: "等待期滿的變更生效",
	finance: "支出申請逾期提醒",
	privacy: "個資申請提醒與保存期限",
	tasks: "任務提醒",
	sweep: "補送遺漏的通知",
	"mail sweep": "補寄信件",
	indexing: "更新搜尋索引",
	pictures: "補做圖片的較小版本",
	"picture texts": "把圖片的較小版本放進內文",
	files: "清除無主的檔案",
	"audit seals": "為稽核紀錄、收據與傳票做防竄改存證",
	"audit anchors": "把最新的存證另存一份",
	"mail log": "清除舊信件的內容",
	"sent forms": "清除舊的送出紀錄",
	"old drafts": "清除舊草稿",
	"ended sign-ins": "清除結束的登入",
	works: "進行中的工作：標示中斷的、清除做完的",
	health: "每小時的整體檢查",
	"webhook log": "清除舊的通知紀錄",
};
