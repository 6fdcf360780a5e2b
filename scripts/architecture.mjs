// The rules of scripts/check-architecture.mjs: who may import whom, in which order, where a package belongs, and the budgets.
import { readFileSync } from "node:fs";

/** The modules with the folders of their nouns, in the order in which src/nouns.ts lists them: the only statement of both orders. */
const LISTED = readFileSync("src/nouns.ts", "utf8");
const FOLDERS = new Map(
	[...LISTED.matchAll(/^import \{ (\w+) \} from "#domain\/([^/]+\/[^/]+)\/noun\.ts";$/gm)].map(([, name, folder]) => [
		name,
		folder,
	]),
);
const LISTS = [...LISTED.matchAll(/^\t(\w+): \[([^\]]*)\],$/gm)];
/**
 * The modules in their order: each may import the modules before it. The last is the shell (menu, dashboard, search,
 * actions on all kinds of records).
 */
export const MODULE_ORDER = LISTS.map(([, module]) => module);
/** The nouns as "module/noun", in their order: within a module, each may import those before it. */
export const NOUNS = LISTS.flatMap(([, , names]) => (names.match(/\w+/g) ?? []).map((name) => FOLDERS.get(name)));
const MODULE = `(?:${MODULE_ORDER.join("|")})`;

/** The verbs of a noun: actions.ts, and what-actions.ts of those that would not fit there. */
const VERBS = String.raw`domain/[^/]+/(?:[^/]+/)?(?:[a-z-]+-)?actions\.ts$`;

/** Pure code: the kernel, and everything of a noun but its verbs. */
const PURE = String.raw`(kernel/[^/]+\.ts|domain/${MODULE}/(?:(?!actions\.ts)[^/]+\.ts|[^/]+/(?!(?:[a-z-]+-)?actions\.ts)(?:[^/]+/)?[^/]+\.ts))$`;
/** What a noun registers: data, which names its pages by an `import()`. */
export const NOUN = /^src\/domain\/([^/]+)\/([^/]+)\/noun\.ts$/;
/** What a noun declares in SQL, and the file in src/db that lists these declarations: `payments-personal.ts`, `personal.ts`. */
export const IN_SQL = /^src\/db\/([^/]+)\/([^/]+)-(personal|waits)\.ts$/;
/**
 * Matches the files made from the declarations of all nouns. Every folder may read them, except the kernel and the
 * declarations themselves.
 */
export const FOLDS = /^(nouns|permissions|refusals)\.ts$/;
const WORDS = String.raw`admin/(refusal-|action-)?words\.ts$`;

/** The doors of a module: what other modules may know of it on each floor, and the verbs that they may call. */
export const DOOR = /^src\/(?:(?:admin|db|domain|jobs)\/[^/]+\/index|domain\/[^/]+\/actions)\.ts$/;
/** Files that put the program together, or are bundled for the browser as well, and name the files of modules themselves. */
export const NAMES_FILES = /^src\/(?:(?:app|index|nouns|pages|surfaces|db\/(?:personal|waits))\.ts$|ui\/)/;
/** The rules of imports: files that match the left pattern may import only #paths that match the right one. The first match decides. */
export const MAY_IMPORT = [
	[/^src\/kernel\//, /^kernel\//],
	[NOUN, /^kernel\/noun\.ts$/],
	[/^src\/nouns\.ts$/, /^kernel\/noun\.ts$|^domain\/[^/]+\/[^/]+\/noun\.ts$/],
	[/^src\/(permissions|refusals)\.ts$/, /^kernel\/|^nouns\.ts$/],
	[/^src\/kits\//, new RegExp(`^(kits|ui|auth|http|db|domain|platform|kernel)/|^${WORDS}`)],
	[/^src\/ui\//, new RegExp(`^ui/|^dist/|^http/paths\\.ts$|^${PURE}`)],
	[/^src\/admin\/(refusal-|action-)?words\.ts$/, new RegExp(`^ui/|^admin/words\\.ts$|^${PURE}`)],
	[/^src\/admin\//, /^(admin|kits|ui|auth|http|domain|db|platform|kernel)\/|^env\.ts$/],
	[
		/^src\/(member|account)\//,
		new RegExp(`^(member|account|kits|auth|http|domain|db|platform|ui|kernel)/|^${WORDS}|^env\\.ts$`),
	],
	[/^src\/auth\//, new RegExp(`^(auth|http|db|platform|ui)/|^${WORDS}|^${PURE}|^env\\.ts$`)],
	[new RegExp(`^src/${VERBS}`), /^(domain|db|platform|kernel)\//],
	[/^src\/domain\//, new RegExp(`^${PURE}`)],
	[/^src\/db\//, new RegExp(`^(db/|${PURE})`)],
	[/^src\/platform\//, new RegExp(`^platform/|^dist/(fonts|structure)\\.json$|^env\\.ts$|^${PURE}`)],
	[/^src\/env\.ts$/, /^$/],
	[/^src\/http\//, new RegExp(`^(http|db|platform)/|^${PURE}|^env\\.ts$`)],
	[/^src\/routes\//, /^(routes|http|db|platform|domain|kernel)\/|^env\.ts$/],
	[/^src\/jobs\//, /^(jobs|domain|db|platform|kernel)\/|^http\/mail-links\.ts$|^env\.ts$/],
	[/^src\/(index|app|surfaces|pages)\.ts$/, /./],
];

/** The packages that only the files that match the right pattern may import. */
export const ONLY_HERE = [
	[/^drizzle-orm/, new RegExp(`^src/(db/|${VERBS})`)],
	[/^hono/, /^src\/((app|surfaces|pages)\.ts|routes|http|auth|account\/session-cookie)/],
	[/^hucre/, /^src\/platform\/spreadsheets\.ts/],
	[/^(pdf-lib|fontkit)$/, /^src\/platform\/(receipt|table)-pdf/],
	[/^otpauth/, /^src\/platform\/totp\.ts/],
	[/^jose$/, /^src\/auth\/tokens\.ts/],
	[/^(preact|htm)/, /^src\/(ui\/(html\.ts|islands)|.*\.island\.ts)/],
	[/^(marked|xss)$/, /^src\/domain\/content\/content\//],
];

/** Matches imports of modules that must be loaded on first use with `await import(...)`, so that the Worker starts without them. */
export const LAZY =
	/^import (?!type )[^;]*? from "#(platform\/(?:spreadsheets|receipt-pdf|table-pdf)\.ts|domain\/content\/content\/(?:compose|markdown)\.ts)"/gm;

/**
 * SQL that only one file may contain, which is named on the right. Only that file may insert notifications. No
 * statement of src may insert a mail, because a trigger of migration 0052 does it for each channel.
 */
export const ONE_ROAD = [
	[/INSERT (OR \w+ )?INTO notifications\b|\.insert\(notifications\)/i, "src/db/system/notifications.ts"],
	[/INSERT (OR \w+ )?INTO mail_messages\b|\.insert\(mailMessages\)/i, "a channel's trigger"],
];

export const BUDGETS = { max: 300, p95: 200, median: 70, positional: 3 };

/**
 * The files that declare pages and changes by hand, without a kit, each with how many. The list may only shrink: a file without any
 * must be removed from it, and none is added.
 */
export const BY_HAND = JSON.parse(readFileSync("scripts/routes-by-hand.json", "utf8"));
