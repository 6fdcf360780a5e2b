/** The kinds of long work, with what it is called and by what it is counted. */
export const WORK_KINDS = {
	roster: { name: "匯入名冊", unit: "列" },
	payments: { name: "匯入過去的收款", unit: "列" },
	bank: { name: "匯入銀行明細", unit: "列" },
	assessment: { name: "產生應繳會費", unit: "筆" },
	mailing: { name: "寄送公告", unit: "位" },
	export: { name: "製作匯出檔案", unit: "筆" },
} as const;
export type WorkKind = keyof typeof WORK_KINDS;

/** Why work failed, in words that say what is stored. */
export const WORK_REASONS = {
	interrupted: "中途中斷，沒有寫入任何資料，請再做一次。",
	stopped: "已停止；停止前排入的信可能已經寄出。",
	refused: "沒有寫入任何資料，原因請看該頁。",
	broken: "發生錯誤，沒有寫入任何資料，請再試一次。",
} as const;
export type FailedWork = keyof typeof WORK_REASONS;

/** Long work as it is stored. Times are UTC milliseconds. */
export type WorkRow = {
	id: number;
	kind: WorkKind;
	/** The page that shows what was done. */
	href: string;
	state: "running" | "done" | "failed";
	reason: FailedWork | null;
	done: number;
	total: number;
	started_at: number;
	touched_at: number;
	ended_at: number | null;
};

const MINUTE = 60_000;

/**
 * Returns in words how long running work still takes at its pace so far; "" while nothing is done yet. The pace counts
 * to the last progress that was stored, and the time since is taken off.
 */
export function timeLeft({ done, total, started_at, touched_at }: WorkRow, at: number): string {
	const worked = touched_at - started_at;
	if (done === 0 || worked <= 0 || done >= total) return "";
	const left = (worked / done) * (total - done) - (at - touched_at);
	return left < MINUTE ? "不到 1 分鐘" : `約 ${Math.ceil(left / MINUTE).toLocaleString("en-US")} 分鐘`;
}
