import { html, type VNode } from "#admin/html.ts";

/** A list as Excel and as CSV, as it is shown: what was searched and in which order, all of its pages. `to` is its address. */
export function exportLinks(to: (format: "xlsx" | "csv") => string, query: Record<string, string>): VNode[] {
	const asked = new URLSearchParams(
		Object.entries(query).filter(([name, value]) => name !== "page" && value !== ""),
	).toString();
	const link = (label: string, format: "xlsx" | "csv"): VNode =>
		html`<a class="btn quiet block" href=${asked === "" ? to(format) : `${to(format)}?${asked}`} download>${label}</a>`;
	return [link("匯出 Excel", "xlsx"), link("匯出 CSV", "csv")];
}
