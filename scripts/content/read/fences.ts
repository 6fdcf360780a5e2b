/** Returns a fenced block around `code`, with more back-ticks than occur in it. */
export function fencedCode(code: string, language: string): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
	const ticks = "`".repeat(longest + 1);
	return `\n${ticks}${language}\n${code.replace(/^\n+|\s+$/g, "")}\n${ticks}\n`;
}
