import type { PartName, Parts } from "#ui/islands/parts.ts";

type Start<N extends PartName> = (root: HTMLElement, props: Parts[N]) => void;
/** A file is the code of one part, or that of several by their names. */
export type PartFile = { default: Start<PartName> | Record<string, Start<PartName>> };
type Registry = { [N in PartName]: () => Promise<Start<N>> };

const fields = () => import("#ui/islands/client/writing/fields.part.ts").then((all) => all.default);

/**
 * The registry of parts: each name and where its code is; esbuild makes each import() a separate chunk. No page loads
 * this file: the element of a part names the chunk (part.ts), so that a name costs no page anything.
 */
export const PARTS: Registry = {
	"certificate-review": () => import("./certificate-review.part.ts").then((all) => all.default),
	desk: () => import("./desk.part.ts").then((all) => all.default),
	"draft-watch": () => import("./draft-watch.part.ts").then((all) => all.default),
	"finance-total": () => import("./finance-total.part.ts").then((all) => all.default),
	"focal-point": () => import("./focal-point.part.ts").then((all) => all.default),
	"long-work": () => import("./long-work.part.ts").then((all) => all.default),
	"markdown-editor": () => import("#ui/islands/client/writing/markdown-editor.part.ts").then((all) => all.default),
	"media-upload": () => import("./media-upload.part.ts").then((all) => all.default),
	picks: () => import("./picks.part.ts").then((all) => all.default),
	"payment-form": () => import("./payment-form.part.ts").then((all) => all.default),
	"page-tree": () => import("./page-tree.part.ts").then((all) => all.default),
	"paste-rows": () => import("./paste-rows.part.ts").then((all) => all.default),
	"payment-entry": () => import("./payment-entry.part.ts").then((all) => all.default),
	"payment-review": () => import("./payment-review.part.ts").then((all) => all.default),
	"review-keys": () => import("./review-keys.part.ts").then((all) => all.default),
	"search-picks": () => import("./search-picks.part.ts").then((all) => all.default),
	"start-keys": () => import("./start-keys.part.ts").then((all) => all.default),
	"task-items": () => import("./task-items.part.ts").then((all) => all.default),
	"two-sides": () => import("./two-sides.part.ts").then((all) => all.default),
	"upload-form": () => import("./upload-form.part.ts").then((all) => all.default),
	attachments: () => fields().then((all) => all.attachments),
	autosave: () => fields().then((all) => all.autosave),
	chips: () => fields().then((all) => all.chips),
	counter: () => fields().then((all) => all.counter),
	cover: () => fields().then((all) => all.cover),
	look: () => fields().then((all) => all.look),
	related: () => fields().then((all) => all.related),
	"search-result": () => fields().then((all) => all["search-result"]),
	slug: () => fields().then((all) => all.slug),
};
