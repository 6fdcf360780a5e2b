import { type Cell, CSV_BOM, csvRow } from "#kernel/csv.ts";
import { isoInTaipei } from "#kernel/times.ts";

/** A row of the log as people read it. `changes` is JSON; `at` UTC milliseconds. */
export type AuditRow = {
	id: number;
	at: number;
	actor: string;
	/** None for what no user did, and for a user who is gone. */
	userName: string | null;
	/** Whom a deputy stood in for. */
	onBehalfOfName: string | null;
	action: string;
	type: string;
	auditableId: string;
	description: string;
	ip: string | null;
	changes: string;
};

const HEAD = "編號,時間,執行者,姓名,代理對象,動作,對象類型,對象編號,說明,IP 位址,變更內容";

/** The log as a CSV file for spreadsheets, piece by piece: times in Taipei, codes as they are stored. */
export async function* auditCsv(pages: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
	yield `${CSV_BOM}${HEAD}\r\n`;
	for await (const rows of pages) yield rows.map((row) => csvRow(cellsOf(row))).join("");
}

const cellsOf = (row: AuditRow): Cell[] => [
	row.id,
	inTaipei(row.at),
	row.actor,
	row.userName,
	row.onBehalfOfName,
	row.action,
	row.type,
	row.auditableId,
	row.description,
	row.ip,
	row.changes,
];

/** YYYY-MM-DD HH:mm:ss, which spreadsheets take for a time. */
const inTaipei = (at: number): string => isoInTaipei(at).slice(0, 19).replace("T", " ");
