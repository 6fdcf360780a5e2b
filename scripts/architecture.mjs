// The rules of scripts/check-architecture.mjs: who may import whom, in which order, where a package belongs, and the budgets.
import { readFileSync } from "node:fs";

/**
 * The modules in their order: each may import the modules before it. The last is the shell (menu, dashboard, search,
 * actions on all kinds of records).
 */
export const MODULE_ORDER = ["system", "content", "people", "books", "money", "office", "shell"];
const MODULE = `(?:${MODULE_ORDER.join("|")})`;

/** The verbs of a noun: actions.ts, and what-actions.ts of those that would not fit there. */
const VERBS = String.raw`domain/[^/]+/(?:[^/]+/)?(?:[a-z-]+-)?actions\.ts$`;

/** Pure code: the kernel, and everything of a noun but its verbs. */
const PURE = String.raw`(kernel/[^/]+\.ts|domain/${MODULE}/(?:(?!actions\.ts)[^/]+\.ts|[^/]+/(?!(?:[a-z-]+-)?actions\.ts)(?:[^/]+/)?[^/]+\.ts))$`;
/** What a noun registers: data, which names its pages by an `import()`. */
export const NOUN = /^src\/domain\/([^/]+)\/([^/]+)\/noun\.ts$/;
/**
 * Matches the files made from the declarations of all nouns. Every folder may read them, except the kernel and the
 * declarations themselves.
 */
export const FOLDS = /^(nouns|permissions|refusals)\.ts$/;
const WORDS = String.raw`admin/(refusal-|action-)?words\.ts$`;

/** The doors of a module: what other modules may know of it on each floor, and the verbs that they may call. */
export const DOOR = /^src\/(?:(?:admin|db|domain|jobs)\/[^/]+\/index|domain\/[^/]+\/actions)\.ts$/;
/** Files that put the program together, or are bundled for the browser as well, and name the files of modules themselves. */
export const NAMES_FILES = /^src\/(?:(?:app|index|nouns|pages|surfaces)\.ts$|ui\/)/;
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

/** The folders of the nouns, in the order of src/nouns.ts. */
const LISTED = readFileSync("src/nouns.ts", "utf8");
const FOLDERS = new Map(
	[...LISTED.matchAll(/^import \{ (\w+) \} from "#domain\/[^/]+\/([^/]+)\/noun\.ts";$/gm)].map(([, name, folder]) => [
		name,
		folder,
	]),
);
const LISTS = [...LISTED.matchAll(/^\t\w+: \[([^\]]*)\],$/gm)].map(([, names]) => names.match(/\w+/g) ?? []);
export const NOUNS = LISTS.flat().map((name) => FOLDERS.get(name));

/** Folders of nouns in their order: a noun may import from those before it, never from one after it. */
const KNOWN = [
	"files",
	"imports",
	"content",
	"settings",
	"ledger",
	"tasks",
	"notifications",
	"mail",
	"audit",
	"document-seals",
	"health",
	"users",
	"proofs",
	"sessions",
	"second-persons",
	"sign-in",
	"deputies",
	"roles",
	"notes",
	"members",
	"member-lists",
	"member-merges",
	"profiles",
	"certificates",
	"applications",
	"link-requests",
	"dues",
	"receipt-rights",
	"payments",
	"payment-lists",
	"receipts",
	"dues-notices",
	"roster",
	"payment-imports",
	"bank-statements",
	"bank",
	"projects",
	"budgets",
	"accounts",
	"vouchers",
	"voucher-templates",
	"assets",
	"donors",
	"concurrent-posts",
	"income",
	"deposits",
	"finance",
	"periods",
	"confirmations",
	"privacy",
	"mail-subscriptions",
	"personal-copies",
	"erasures",
	"seals",
	"search",
	"media",
	"drafts",
	"announcements",
	"announcement-mailings",
	"categories",
	"tags",
	"articles",
	"pages",
	"documents",
	"homepage",
	"webhooks",
];
/** All nouns in their order: those that KNOWN does not name come after it, in the order of src/nouns.ts. */
export const DOMAINS = [...KNOWN, ...NOUNS.filter((noun) => !KNOWN.includes(noun))];

/** The packages that only the files that match the right pattern may import. */
export const ONLY_HERE = [
	[/^drizzle-orm/, new RegExp(`^src/(db/|${VERBS})`)],
	[/^hono/, /^src\/((app|surfaces|pages)\.ts|routes|http|auth|account\/session-cookie)/],
	[/^hucre/, /^src\/platform\/spreadsheets\.ts/],
	[/^(pdf-lib|fontkit)$/, /^src\/platform\/receipt-pdf/],
	[/^otpauth/, /^src\/platform\/totp\.ts/],
	[/^jose$/, /^src\/auth\/tokens\.ts/],
	[/^(preact|htm)/, /^src\/(ui\/(html\.ts|islands)|.*\.island\.ts)/],
	[/^(marked|xss)$/, /^src\/domain\/content\/content\//],
];

/** Matches imports of modules that must be loaded on first use with `await import(...)`, so that the Worker starts without them. */
export const LAZY =
	/^import (?!type )[^;]*? from "#(platform\/(?:spreadsheets|receipt-pdf)\.ts|domain\/content\/content\/(?:compose|markdown)\.ts)"/gm;

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
