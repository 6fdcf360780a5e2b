/** The names of browsers, in the order of testing: each of them also names itself as one further down. */
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

/** Returns a device in words that its owner recognises: "Chrome・Windows". */
export function deviceOf(userAgent: string | null): string {
	const named = (table: typeof BROWSERS): string[] =>
		table
			.filter(([pattern]) => pattern.test(userAgent ?? ""))
			.map(([, name]) => name)
			.slice(0, 1);
	return [...named(BROWSERS), ...named(SYSTEMS)].join("・") || "不明的裝置";
}
