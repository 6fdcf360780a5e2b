import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file where its text is another one, and makes its folder: who watches the file hears of changes alone. */
export function writeIfChanged(path: string, text: string): void {
	if (existsSync(path) && readFileSync(path, "utf8") === text) return;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
