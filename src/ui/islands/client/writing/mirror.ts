/** What decides where the lines of a textarea break. */
const LIKE = [
	"font",
	"letter-spacing",
	"line-height",
	"padding",
	"tab-size",
	"text-autospace",
	"text-spacing-trim",
	"word-break",
	"overflow-wrap",
];

/**
 * Returns how far from the top of a textarea's text the lines at these offsets (in rising order) begin, in pixels. The
 * textarea itself does not say: the text is laid out again beside it, once for all offsets.
 */
export function topsOf(area: HTMLTextAreaElement, offsets: readonly number[]): number[] {
	const style = getComputedStyle(area);
	const mirror = document.createElement("div");
	for (const name of LIKE) mirror.style.setProperty(name, style.getPropertyValue(name));
	Object.assign(mirror.style, {
		position: "absolute",
		insetBlockStart: "0",
		visibility: "hidden",
		boxSizing: "border-box",
		inlineSize: `${area.clientWidth}px`,
		whiteSpace: "pre-wrap",
		contain: "strict",
		overflow: "hidden",
	});
	const marks = offsets.map((offset, at) => {
		const mark = document.createElement("span");
		mirror.append(area.value.slice(offsets[at - 1] ?? 0, offset), mark);
		return mark;
	});
	mirror.append(area.value.slice(offsets.at(-1) ?? 0));
	document.body.append(mirror);
	const tops = marks.map(({ offsetTop }) => offsetTop);
	mirror.remove();
	return tops;
}
