import { attachedIn, attachmentsField, bodyField, editorBar, titleField } from "#admin/content/index.ts";
import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import { mayWriteFor } from "#domain/office/announcements/audience.ts";
import type { AnnouncementState } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { isFresh } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import type { Editor } from "./editor.ts";
import { FLOW_LABELS, flowTabs } from "./flow.ts";
import { ANNOUNCEMENT_CRUMBS } from "./list.ts";
import { settingsCard } from "./settings-card.ts";
import { audienceLook, STATE_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;

const FORM = "announcement";

/** Draws the editor page of a stored or a new announcement. */
export function announcementPage(editor: Editor): Page {
	const { row, state, key, files, may, named, at } = editor;
	const mayWrite = row === null || mayWriteFor(may, row.audience);
	return {
		title: row ? "編輯公告" : "新增公告",
		name: row?.title,
		area: "公告",
		crumbs: ANNOUNCEMENT_CRUMBS,
		bar: editorBar({
			word: "公告",
			back: announcements.list(),
			name: row?.title,
			standing: row && [
				status(STATE_LOOKS[standingOf(row, at)]),
				status(audienceLook(row.audience, named)),
				html`<span class="soft ed-saved">上次儲存：${ago(row.updated_at, at)}</span>`,
			],
			body: String(state.values.body ?? ""),
			ends: mayWrite && mainButtons(row, at, "s"),
		}),
		tabs: row ? flowTabs(row.id, "writing") : undefined,
		sheets: ["writing"],
		outside: true,
		body: html`<div class="stack">
			${!mayWrite && notice({ tone: "info", title: "這則公告是公開的" }, "公開的公告會出現在官網，由有「發布公開公告」權限的人修改與發布。您可以查看，或建立複本。")}
			${form(
				{
					id: FORM,
					action: row ? announcements.show(row.id) : announcements.create(),
					state,
					key,
					version: row?.version ?? 0,
					main: true,
					guard: true,
					upload: true,
				},
				carried(editor),
				html`<div class="split">
					<div class="stack">
						<div class="card sheet">
							<div class="sheet-head">
								${titleField({ state, autofocus: row === null && isFresh(state) })}
							</div>
							${bodyField({ state, name: "body", label: "內文", kind: "announcement", rows: 14, hasBar: true })}
						</div>
						${card({ title: "附件" }, attachmentsField({ state, files: attachedIn(state, files) }))}
					</div>
					${settingsCard(editor)}
				</div>`,
				mayWrite && html`<div class="editor-end narrow">${mainButtons(row, at)}</div>`,
			)}
		</div>`,
	};
}

/** What the other steps ask for: the form of the text carries it along, so that both texts of a conflict have it. */
const carried = ({ row, state: { values }, at }: Editor): Children =>
	(row && row.publish_from !== null && standingOf(row, at) !== "scheduled"
		? ["audience"]
		: ["audience", "publish", "publish_at"]
	)
		.filter((name) => values[name] !== undefined)
		.map((name) => html`<input type="hidden" name=${name} value=${[values[name] ?? ""].flat()[0]} />`);

/**
 * Draws the save buttons of the state. Draft and scheduled: save, and save and go on. Open: only save. Closed: save and
 * 重新公告. Save comes first, because Enter presses the first.
 */
function mainButtons(row: EditedAnnouncementRow | null, at: number, size?: "s"): VNode {
	const state: AnnouncementState = row ? standingOf(row, at) : "draft";
	const save = (label: string, tone: "plain" | "primary" = "plain") =>
		button({ label, tone, size, form: FORM, busy: "儲存中..." });
	const next = button({
		...{ label: `下一步：${FLOW_LABELS.audience}`, tone: "primary", size, form: FORM, busy: "儲存中..." },
		...{ name: "to", value: "audience" },
	});
	switch (state) {
		case "draft":
			return html`<div class="row">${save("儲存草稿")}${next}</div>`;
		case "scheduled":
			return html`<div class="row">${save("儲存")}${next}</div>`;
		case "open":
			return html`<div class="row">${save("儲存", "primary")}</div>`;
		case "closed":
			return html`<div class="row">
				${save("儲存")}
				${row && button({ label: "重新公告", tone: "primary", size, form: FORM, busy: "處理中...", formaction: announcements.step(row.id, "reopening") })}
			</div>`;
	}
}
