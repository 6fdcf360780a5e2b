const BLOCK_START =
	/^<(?:!--|\/?(?:address|article|aside|blockquote|center|details|dialog|div|dl|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|section|summary|table|ul)\b)/i;

/**
 * Returns HTML as a body of Markdown: one HTML block, without the blank lines and indents that would end it or make it
 * code. Scripts, styles and comments are left out, because they are not visible.
 */
export function htmlAsMarkdown(html: string): string {
	const visible = insideBody(html)
		.replace(/<!--[\s\S]*?-->/g, "")
		.replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, "");
	const kept: string[] = [];
	const lines = visible
		.replace(/<(pre|textarea)\b[\s\S]*?<\/\1\s*>/gi, (block) => `\ue000${kept.push(block) - 1}\ue001`)
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "")
		.join("\n")
		.replace(/\ue000(\d+)\ue001/g, (_, index) => (kept[Number(index)] ?? "").replace(/\n/g, "&#10;"));
	return lines === "" || BLOCK_START.test(lines) ? lines : `<div>\n${lines}\n</div>`;
}

/** Returns the `<title>` or the first heading of a whole HTML document. */
export function htmlTitle(html: string): string | null {
	const found = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i.exec(html) ?? /<h1\b[^>]*>([\s\S]*?)<\/h1\s*>/i.exec(html);
	return (
		found?.[1]
			?.replace(/<[^>]*>/g, "")
			.replace(/\s+/g, " ")
			.trim() || null
	);
}

function insideBody(html: string): string {
	const body = /<body\b[^>]*>([\s\S]*?)(?:<\/body\s*>|$)/i.exec(html)?.[1];
	return body ?? html.replace(/<!doctype[^>]*>/i, "").replace(/<head\b[\s\S]*?<\/head\s*>/i, "");
}
