import type { PartName, Parts } from "#ui/islands/parts.ts";

type Start<N extends PartName> = (root: HTMLElement, props: Parts[N]) => void;
type Registry = { [N in PartName]: () => Promise<{ default: Start<N> }> };

type FieldName = "attachments" | "autosave" | "chips" | "counter" | "cover" | "related" | "search-result" | "slug";
const field =
	<N extends FieldName>(name: N) =>
	() =>
		import("#ui/islands/client/writing/fields.part.ts").then((all) => ({ default: all.default[name] }));

/** The registry of parts: each name and where its code is; esbuild makes each import() a separate chunk. */
const PARTS: Registry = {
	"certificate-review": () => import("./certificate-review.part.ts"),
	desk: () => import("./desk.part.ts"),
	"draft-watch": () => import("./draft-watch.part.ts"),
	"finance-total": () => import("./finance-total.part.ts"),
	"focal-point": () => import("./focal-point.part.ts"),
	"long-work": () => import("./long-work.part.ts"),
	"markdown-editor": () => import("#ui/islands/client/writing/markdown-editor.part.ts"),
	"media-upload": () => import("./media-upload.part.ts"),
	picks: () => import("./picks.part.ts"),
	"payment-form": () => import("./payment-form.part.ts"),
	"page-tree": () => import("./page-tree.part.ts"),
	"paste-rows": () => import("./paste-rows.part.ts"),
	"payment-entry": () => import("./payment-entry.part.ts"),
	"payment-review": () => import("./payment-review.part.ts"),
	"start-keys": () => import("./start-keys.part.ts"),
	"task-items": () => import("./task-items.part.ts"),
	"two-sides": () => import("./two-sides.part.ts"),
	"voucher-editor": () => import("./voucher-editor.part.ts"),
	"upload-form": () => import("./upload-form.part.ts"),
	attachments: field("attachments"),
	autosave: field("autosave"),
	chips: field("chips"),
	counter: field("counter"),
	cover: field("cover"),
	related: field("related"),
	"search-result": field("search-result"),
	slug: field("slug"),
};

export const isPart = (name: string): name is PartName => name in PARTS;

/** Starts the code of a part on the part's element. */
export async function startPart<N extends PartName>(name: N, root: HTMLElement): Promise<void> {
	const { default: start } = await PARTS[name]();
	start(root, JSON.parse(root.getAttribute("props") ?? "{}"));
	root.dataset.state = "ready";
}
