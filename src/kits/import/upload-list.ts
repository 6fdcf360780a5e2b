import type { Route } from "#auth/route.ts";
import { IMPORT_ORDER } from "#db/system/index.ts";
import type { ImportState } from "#domain/system/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { listing } from "#kits/list/listing.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { type Status, status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import type { Common, ImportedRow, Places, UploadOf } from "./declaration.ts";

export const STATE_LOOKS: Record<ImportState, Status> = {
	draft: { word: "待確認", tone: "warn" },
	applied: { word: "已匯入", tone: "ok" },
	undone: { word: "已復原" },
};

type Of<R, More, F> = Common<R> & { upload: UploadOf<R, More, F> };

/** Declares the routes of the page with the upload form and the list of imports, and of the form. */
export function uploadList<R extends ImportedRow, More extends object, F>({
	places,
	gate,
	upload: of,
}: Of<R, More, F>): Route[] {
	const past = listing({
		...{ path: places.list(), gate, title: of.title, area: of.area, crumbs: of.crumbs },
		...{ sorts: IMPORT_ORDER.sorts, sort: "-uploaded" as const },
		...{ unit: "次", size: of.size, name: "匯入紀錄", card: "匯入紀錄", past: "紀錄已經變少", conditions: {} },
		// With the key, a form that is sent twice makes one draft only.
		read: async ({ env }, asked) => ({ ...(await of.read(env, asked)), key: crypto.randomUUID() }),
		lead: () => of.lead,
		tabs: () => of.tabs,
		above: (list) => uploadCard({ places, of, key: list.key }, list, list.state ?? freshForm()),
		columns: ({ at }) => columnsOf(places, of, at),
		none: () => noneYet(of.none),
	});
	const store = past.standing().form("sent", {
		...{ form: of.form, maxBytes: of.maxBytes },
		run: async (ask, sent) => {
			const first = sent.files.file?.[0];
			if (!first) throw new Refusal("file.empty");
			const { id, isKnown } = await of.take(ask, { ...sent, first });
			return { to: isKnown ? places.show(id) : places.columns(id) };
		},
	});
	return [...past.routes, store];
}

type Uploading<R, More, F> = { places: Places; of: UploadOf<R, More, F>; key: string };

function uploadCard<R, More, F>({ places, of, key }: Uploading<R, More, F>, more: More, state: FormState) {
	const shown = of.fields(more, state);
	if ("instead" in shown) return card({ title: of.card }, shown.instead);
	const action = { action: places.list(), state, key, upload: true, main: true };
	return card({ title: of.card }, form({ ...action, submit: of.submit, busy: "上傳中..." }, shown.fields));
}

function columnsOf<R extends ImportedRow, More, F>(
	{ show }: Places,
	of: UploadOf<R, More, F>,
	at: number,
): Column<R>[] {
	const link = ({ id, filename }: R) => html`<a href=${show(id)}>${filename}</a>`;
	return [
		{
			label: "檔案",
			sort: "file",
			head: true,
			cell: (row) => (of.beneath ? html`<span>${link(row)}<small>${of.beneath(row)}</small></span>` : link(row)),
		},
		{ label: "狀態", sort: "state", sheet: "corner", bare: true, cell: ({ state }) => status(STATE_LOOKS[state]) },
		{
			label: of.brought.label,
			sheet: "line",
			cell: (row) => (row.state === "draft" ? html`<span class="soft">還沒有寫入</span>` : of.brought.words(row)),
		},
		{
			label: "匯入者",
			sort: "by",
			cell: ({ created_by_name: name }) => name ?? html`<span class="soft">${of.nobody}</span>`,
		},
		{
			label: "時間",
			sort: "time",
			nowrap: true,
			cell: ({ created_at, applied_at }) => ago(applied_at ?? created_at, at),
		},
	];
}
