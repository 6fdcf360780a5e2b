import {
	attachmentsField,
	autosaveNote,
	bodyField,
	chipsField,
	coverField,
	excerptField,
	pinFields,
	publishFields,
	relatedField,
	seoFields,
	slugField,
	titleField,
} from "#admin/content/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { fold } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { section } from "./section.ts";

const AT = Date.UTC(2026, 10, 20, 2, 26);
const TEXT = `冬天氣溫一降，呼吸道就容易不舒服。以下五件事，是病友與照顧者多年累積的習慣，供您參考。

## 一、先暖空氣，再出門

清晨冷空氣最容易引起咳嗽。出門前戴好口罩，在玄關停留一、兩分鐘，讓身體慢慢適應。

## 二、室內濕度維持在五成左右

使用除濕機時，請留意濕度*不要低於 40%*。

> 我們家在客廳與臥室各放一個溫濕度計，孩子也學會自己看。
> ——家長　周先生

## 三、水，分次喝
`;

const STATE: FormState = {
	prefix: "write",
	values: {
		title: "冬季呼吸道照護：五個每天做得到的習慣",
		slug: "winter-airway-care",
		body: TEXT,
		excerpt: "氣溫驟降時，五個簡單的日常習慣，幫助病友與家人安穩過冬。",
		tags: "冬季、呼吸照護",
		related: "home-oxygen",
		cover_alt: "晨光下的窗邊與一杯熱水",
		publish: "later",
		publish_at: "2026-11-23T09:00",
		file_descriptions: ["可以貼在冰箱上", ""],
	},
	errors: {},
};

const FILES = [
	{
		id: "a".repeat(26),
		filename: "冬季照護檢核表.pdf",
		content_type: "application/pdf",
		size: 840_000,
	},
	{ id: "b".repeat(26), filename: "溫濕度紀錄.xlsx", content_type: "application/vnd.ms-excel", size: 23_000 },
];

const text = (): VNode => html`<div class="stack">
	${titleField({ state: STATE })}
	${slugField({ state: STATE, prefix: "/articles/", isFixed: false, was: [] })}
	${bodyField({ state: STATE, name: "body", label: "內文", kind: "article" })} ${excerptField({ state: STATE })}
	${card({ title: "附件", level: 3 }, attachmentsField({ state: STATE, files: FILES }))}
</div>`;

const side = (): VNode => html`<aside class="card" aria-label="文章設定">
	${fold({ label: "發布", open: true }, publishFields({ state: STATE, at: AT }), pinFields({ state: STATE }))}
	${fold(
		{ label: "分類與標籤", open: true },
		field({
			name: "category",
			label: "分類",
			state: STATE,
			type: "select",
			options: [{ value: "care", label: "照護知識" }],
		}),
		chipsField({
			name: "tags",
			label: "標籤",
			state: STATE,
			suggestions: ["冬季", "呼吸照護", "居家照護", "就學"],
			hint: "以頓號或逗號分開，最多 20 個。",
		}),
	)}
	${fold({ label: "封面圖片", open: true }, coverField({ state: STATE, picture: null }))}
	${fold({ label: "搜尋引擎" }, seoFields({ state: STATE, site: { name: "漣漪病友協會", origin: "https://ripple.example" } }))}
	${fold(
		{ label: "相關文章", open: true },
		relatedField({
			state: STATE,
			titles: { "home-oxygen": "居家氧氣使用須知" },
			now: [{ title: "居家氧氣使用須知", slug: "home-oxygen" }],
		}),
	)}
</aside>`;

/** Draws the parts of an editor together, in a form that is sent nowhere. */
export const writing = (): VNode =>
	section(
		{ title: "寫作", words: "純文字的內文與它的工具；每個欄位沒有 JavaScript 也能用。" },
		form(
			{ action: "#main", state: STATE, id: "write" },
			autosaveNote({
				href: paths.admin.articles.draft("styleguide"),
				version: 0,
				savedAt: AT,
				restored: false,
				owner: 0,
			}),
			html`<div class="split">${text()} ${side()}</div>`,
		),
	);
