import { releaseStatus, useWords } from "#admin/content/releases/words.ts";
import { chipsField } from "#admin/content/writing/chips-field.ts";
import { paths } from "#http/paths.ts";
import { checkbox } from "#ui/choices.ts";
import { type Children, html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Editor } from "./editor.ts";

/**
 * Draws the fields for the releases 同意書 by which a story may be public, and for the tick that nobody can be recognised;
 * beside them, what a release holds back. They stand there for every type, because the type is chosen on the same page.
 */
export const groundPart = ({ state, ground, at }: Editor): Children => [
	ground.isBefore &&
		notice({ tone: "warn" }, "這篇在有同意書功能以前就已公開，還沒有人確認過。請選擇同意書，或確認後勾選下面那一項。"),
	ground.held.length > 0 &&
		notice(
			{ tone: "warn", title: "有圖片不能公開" },
			`${ground.held.join("、")} 的同意書今天不適用於官網。發布前請換掉，或請對方重新同意。`,
		),
	chipsField({
		name: "releases",
		label: "同意書",
		state,
		suggestions: ground.known,
		placeholder: "編號，例如 12",
		hint: "病友故事必填：可以打編號或從建議選；多份用頓號隔開。",
	}),
	ground.releases.length > 0 &&
		html`<ul class="plain small">
			${ground.releases.map(
				(one) => html`<li>
					${
						ground.isNamed
							? html`<a href=${paths.admin.releases.show(one.id)}>${one.name}（第 ${one.id} 號）</a>`
							: `第 ${one.id} 號`
					}
					${releaseStatus(one, at)} <span class="soft">${useWords(one)}</span>
				</li>`,
			)}
		</ul>`,
	checkbox({
		name: "nobody_shown",
		label: "沒有可辨識的人",
		state,
		hint: "化名、背影、改寫過，連熟人也認不出來，才勾這一項，可以不用同意書。",
	}),
];
