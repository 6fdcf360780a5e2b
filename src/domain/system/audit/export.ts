import { type Cell, CSV_BOM, csvRow } from "#kernel/csv.ts";
import { isoInTaipei } from "#kernel/times.ts";

/** A row of the audit log with names for reading. `changes` is JSON; `at` is UTC milliseconds. */
export type AuditRow = {
	id: number;
	at: number;
	actor: string;
	/** The name of the acting user; null when no user acted, or the user was deleted. */
	userName: string | null;
	/** The name of the user whom a deputy stood in for. */
	onBehalfOfName: string | null;
	action: string;
	type: string;
	auditableId: string;
	description: string;
	ip: string | null;
	changes: string;
};

const HEAD = "編號,時間,執行者,姓名,代理對象,動作,對象類型,對象編號,說明,IP 位址,變更內容";

/** Yields the log as a CSV file for spreadsheets, piece by piece: times in Taipei, codes as they are stored. */
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

/** Returns a time in Taipei as YYYY-MM-DD HH:mm:ss, which spreadsheets recognise. */
const inTaipei = (at: number): string => isoInTaipei(at).slice(0, 19).replace("T", " ");
