/** In the order that they have to be asked: each of them also names one further down. */
const BROWSERS: readonly [RegExp, string][] = [
	[/\bLine\//i, "LINE"],
	[/\b(?:FBAN|FBAV)\b/, "Facebook"],
	[/\bEdgA?(?:iOS)?\//, "Edge"],
	[/\bSamsungBrowser\//, "Samsung 瀏覽器"],
	[/\b(?:OPR|Opera)\//, "Opera"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bWindows\b/, "Windows"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bMacintosh\b/, "Mac"],
	[/\bLinux\b/, "Linux"],
];

/** A device in the words that its owner knows it by: "Chrome・Windows". */
export function deviceOf(userAgent: string | null): string {
	const named = (table: typeof BROWSERS): string[] =>
		table
			.filter(([pattern]) => pattern.test(userAgent ?? ""))
			.map(([, name]) => name)
			.slice(0, 1);
	return [...named(BROWSERS), ...named(SYSTEMS)].join("・") || "不明的裝置";
}
