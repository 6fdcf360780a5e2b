/** The shared parts of the commands that import a list. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseEnv } from "node:util";
import iconv from "iconv-lite";
import { type Db, open } from "#db/commit.ts";
import { isRightKey } from "#domain/people/roster/actions.ts";
import type { ImportedFile } from "#domain/system/imports/draft.ts";
import { Refusal } from "#kernel/refusal.ts";
import { openMigrated } from "../bindings.ts";
import { ensureSecrets } from "../server.ts";

type Keys = { SEALING_KEY: string };

const REFUSED: Partial<Record<string, string>> = {
	"import.no_header": "找不到標題列：沒有一列同時有「姓名」和另一個認得的欄名。請用 --header 指定標題在第幾列。",
	"import.no_payments":
		"找不到標題列：沒有一列同時有「金額」和「會員編號」或「姓名」。請用 --header 指定標題在第幾列，用 --map 指定每一欄是什麼。",
	"import.empty": "檔案裡沒有資料。",
	"import.encoding": "檔案不是 UTF-8，也不是 Big5。請另存為 CSV UTF-8 或 .xlsx。",
	"import.too_large": "檔案超過 10,000 列或 200 欄，請分成幾個檔案。",
	"import.moved": "匯入途中有人改了其中一筆資料，沒有寫入任何資料。請再執行一次。",
	"file.damaged": "檔案打不開：已損壞，或設了密碼。",
	"file.type_refused": "只接受 .xlsx、.ods、.csv 檔。",
	"file.type_mismatch": "檔案內容和副檔名不符，或含有巨集。請另存為 .xlsx。",
	"file.unpacks_too_large": "檔案解壓縮之後太大，不像是一份名單。",
};

/**
 * Opens the database, compares the key with the sealed data, and calls `run`; prints why when something refuses, with
 * exit code 1.
 */
export async function withDatabase(
	{ remote, key }: { remote: boolean; key: string },
	run: (keys: Keys, db: Db) => Promise<void>,
): Promise<void> {
	const { env, dispose } = await openMigrated({ remote });
	try {
		const [keys, db] = [{ SEALING_KEY: key }, open(env.DB)];
		const right = await isRightKey(keys, db);
		if (right === false) throw new Error("SEALING_KEY 不是封存這個資料庫時用的金鑰，沒有寫入任何資料。");
		if (right === null && remote) console.log("資料庫裡還沒有封存的資料，無法比對金鑰。");
		await run(keys, db);
	} catch (error) {
		process.exitCode = 1;
		if (error instanceof Refusal) console.error(REFUSED[error.code] ?? `無法匯入（${error.code}），沒有寫入任何資料。`);
		else console.error(error, "\n資料庫裡不是全部寫入，就是完全沒有寫入。請再執行一次，程式會接著處理。");
	} finally {
		await dispose();
	}
}

export const fileOf = (path: string): ImportedFile => ({
	filename: basename(path),
	bytes: new Uint8Array(readFileSync(path)),
});

/** Decodes Big5 as the WHATWG standard does, because Node's own TextDecoder differs from it. */
export const big5 = (bytes: Uint8Array): string => iconv.decode(Buffer.from(bytes), "big5");

/** Reads the rows of --header, counted from 0 in the result; undefined when it names no row, or more than two. */
export function headerRows(text: string): { row: number; rows: 1 | 2 } | undefined {
	const [, from, to = from] = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/.exec(text) ?? [];
	const rows = Number(to) - Number(from) + 1;
	return rows === 1 || rows === 2 ? { row: Number(from) - 1, rows } : undefined;
}
export const HEADER_REFUSED = "--header 要寫一列，或相連的兩列，例如 3 或 3-4。";
export const KEY_REFUSED = "請先把環境變數 SEALING_KEY 設為 Worker 的金鑰。";

/** Writes in Chinese why `parseArgs` refused the options of a command. */
export function wrongUse(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const option = /'(-[^' ]*)/.exec(message)?.[1];
	return option === undefined ? `用法不對：${message}` : `選項 ${option} 不認得，或少了（多了）它的值。`;
}

/**
 * Returns the key to seal with, remotely from the environment, because a Worker's secret cannot be read back; undefined
 * when it is missing there.
 */
export function sealingKey(remote: boolean): string | undefined {
	if (remote) return process.env.SEALING_KEY || undefined;
	ensureSecrets();
	return parseEnv(readFileSync(".dev.vars", "utf8")).SEALING_KEY ?? "";
}

/** Writes a report as JSON that only the operator can read, because it contains personal data. */
export function writePrivate(file: string, content: unknown): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(content, null, "\t")}\n`, { mode: 0o600 });
}
