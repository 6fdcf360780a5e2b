import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { ICONS, type IconName } from "#ui/icon-names.ts";
import { section } from "./section.ts";

const COLOURS = [
	["底", "canvas"],
	["紙", "surface"],
	["凹", "sunken"],
	["主色", "accent"],
	["淺主色", "accent-soft"],
	["深底", "brand"],
	["成功", "ok"],
	["留意", "warn"],
	["危險", "danger"],
	["說明", "info"],
	["圖表二", "chart-2"],
	["線", "line-strong"],
] as const;

const colours = (): VNode =>
	section(
		{ title: "顏色", words: "文字與底色的對比在淺色與深色都不低於 5.5:1；顏色只在 tokens.css 選定。" },
		html`<ul class="cols swatches">
			${COLOURS.map(
				([word, name]) => html`<li>
					<svg viewBox="0 0 120 56" preserveAspectRatio="none" aria-hidden="true">
						<rect x=".5" y=".5" width="119" height="55" rx="6" fill=${`var(--${name})`} />
					</svg>
					<b>${word}</b> <code class="small soft">${name}</code>
				</li>`,
			)}
		</ul>`,
	);

const type = (): VNode =>
	section(
		{ title: "文字" },
		card(
			{ title: "頁名與人名用明體，其餘用黑體", level: 3 },
			html`<p>
				內文 16 點、行高 1.7。強調用<em>著重號</em>，不用斜體；數字等寬：<b>1,284,630</b>、<b>96,215</b>。中英夾雜如 Webhook
				與 2026 年，由瀏覽器留出間隔。
			</p>`,
			html`<p class="small soft">次要說明 14 點；金額靠右，日期寫作 2026年11月20日，帳務用民國 115 年。</p>`,
		),
	);

const NAMES: IconName[] = ["mark", ...(Object.keys(ICONS) as (keyof typeof ICONS)[])];

const icons = (): VNode =>
	section(
		{ title: "圖示", words: "24 格、線寬 1.75、圓端。名稱是封閉的清單，打錯就不能編譯。" },
		html`<ul class="cols swatches">
			${NAMES.map((name) => html`<li>${icon(name)} <code class="small soft">${name}</code></li>`)}
		</ul>`,
	);

/** Draws the samples of colours, type and icons. */
export const foundations = (): VNode[] => [colours(), type(), icons()];
