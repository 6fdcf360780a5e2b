import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { styleguidePage } from "#admin/shell/styleguide/page.ts";
import { writing } from "#admin/shell/styleguide/writing.ts";
import { staffFrame } from "#ui/layout.ts";
import type { Page } from "#ui/page.ts";
import type { Theme } from "#ui/theme.ts";

const TYPES: Record<string, string> = { ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };
/** The strictest policy that pages are served with. */
const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
const HITS = [
	{ kind: "會員", hits: [{ label: "方以晴", sub: "M0312", href: "/found?1" }], all: null },
	{
		kind: "收據",
		hits: [{ label: "115-000231", sub: "方以晴　1,200 元", href: "/found?2" }],
		all: { label: "全部 7 張收據", href: "/found?all" },
	},
];

/** The editor's parts alone: a page of the size of an editor's. */
const writingPage = (): Page => ({ title: "寫作", sheets: ["writing"], body: writing() });

const draw = (theme: Theme, page = styleguidePage()): string =>
	staffFrame({
		association: "晨曦病友協會",
		who: { name: "蘇奕廷", roles: "會務秘書" },
		links: { home: "/admin", account: "/account", theme: "/theme", logout: "/logout" },
		theme,
		search: { href: "/search", label: "搜尋會員、收據", placeholder: "搜尋會員、收據" },
		areas: [
			{ group: "系統", label: "使用者", href: "/users", current: true, count: 2 },
			{ group: "官網管理", label: "文章", href: "/articles" },
		],
		...page,
	});

export type UiServer = { address: string; posted: string[]; stop(): void };

/** Serves the style page in a staff frame at /light and /dark, and its editor alone at /writing, with built assets and the pages' content policy. */
export async function serveUi(): Promise<UiServer> {
	const posted: string[] = [];
	const answer = ({ url = "/", method }: IncomingMessage): { type: string; body: string | Buffer } => {
		const { pathname } = new URL(url, "http://localhost");
		if (method === "POST") posted.push(pathname);
		const file = join("dist/public", pathname);
		if (pathname.startsWith("/assets/") && existsSync(file))
			return { type: TYPES[extname(file)] ?? "", body: readFileSync(file) };
		if (pathname === "/search") return { type: "application/json", body: JSON.stringify({ data: HITS }) };
		const body = pathname === "/writing" ? draw("light", writingPage()) : draw(pathname === "/dark" ? "dark" : "light");
		return { type: "text/html; charset=utf-8", body };
	};
	const server = createServer((request, response) => {
		const { type, body } = answer(request);
		response.writeHead(200, { "content-type": type, "content-security-policy": POLICY }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, posted, stop: () => server.close() };
}
