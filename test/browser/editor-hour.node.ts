/** An editor's hour, in Chromium against the running program: what it takes, and what the website reads of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as z from "zod";
import { type AdminServer, startAdmin } from "../support/admin-server.ts";
import { editorsHour, textsToLinkTo } from "../support/editor-hour.ts";
import { countOn, nothingYet } from "../support/keystrokes.ts";
import { type Answer, askUntil, jsonOf } from "../support/public-answers.ts";

let world: AdminServer;
before(async () => {
	world = await startAdmin({ prepare: textsToLinkTo });
});
after(() => world?.stop());

const ADDRESS = "/articles/冬天的肺-怎麼照顧";
const Article = z.object({ data: z.object({ body_html: z.string() }) });
const htmlOf = (answer: Answer | undefined): string =>
	Article.parse(jsonOf(answer ?? assert.fail("no answer"))).data.body_html;
/** Files are named by chance, and the program's port too. */
const nameless = (text: string): string =>
	text.replace(/(?<=\/attachments\/)[a-z0-9]{26}(?=\/)/g, "ID").replaceAll(world.address, "");

/** All that is said of the article, but when it was changed last. */
const timeless = (answer: Answer | undefined): string | undefined => answer?.body.replace(/"updated_at":"[^"]+"/, "");

const WIDTHS = [320, 640, 960, 1280, 1600];
function picture(name: string, { alt, height }: { alt: string; height: number }): string {
	const src = `/api/v1/attachments/ID/${encodeURIComponent(name)}`;
	const copies = WIDTHS.map((width) => `${src}?w=${width === 1600 ? 1920 : width} ${width}w`).join(", ");
	return `<p><img src="${src}" alt="${alt}" width="1600" height="${height}" loading="lazy" srcset="${copies}" sizes="(max-width: 800px) 100vw, 800px"></p>`;
}
const row = (cells: readonly string[], tag = "td"): string =>
	["<tr>", ...cells.map((cell) => `<${tag}>${cell}</${tag}>`), "</tr>"].join("\n");
const link = (title: string): string =>
	`<a href="http://localhost:3000/articles/${encodeURIComponent(title)}">${title}</a>`;

/** What the API says of the text, byte by byte. */
const HTML = `<p>清晨的冷空氣最容易引起咳嗽。</p>
<h2 id="出門前的三件事">出門前的三件事</h2>
<p>戴好口罩，帶著急救藥，走平常走的路。</p>
${picture("散步.jpg", { alt: "兩個人在河邊散步", height: 900 })}
${picture("圍巾.jpg", { alt: "圍好圍巾的長輩", height: 901 })}
<table>
<thead>
${row(["項目", "金額", "備註"], "th")}
</thead>
<tbody>${row(["1. 冬季衛教手冊", "12,500", "印 500 本<br>含寄送"])}
${row(["A|B 組 &lt;協力&gt;", "800", "-"])}
</tbody></table>
<iframe src="https://www.youtube-nocookie.com/embed/M7lc1UVf-VE" title="拍痰示範" width="560" height="315" allowfullscreen></iframe><p><a href="/api/v1/attachments/ID/${encodeURIComponent("紀錄表.pdf")}">拍痰紀錄表</a></p>
<p>延伸閱讀：${link("居家氧氣使用須知")}、${link("居家訪視怎麼申請")}，以及<a href="https://www.example.org/lungs">肺的學會</a>的說明。</p>
<blockquote>
<p>慢慢走，也是在走。</p>
</blockquote>`;

test("an article is written, published, corrected, taken down and put back by forty-nine presses", async () => {
	const shown: Answer[] = [];
	const reader = { address: world.address, from: "10.0.0.1" };
	const is = async (isGood: (answer: Answer) => boolean): Promise<void> => {
		const { answer } = await askUntil(reader, ADDRESS, isGood);
		shown.push(answer);
	};
	const isPublic = ({ status }: Answer): boolean => status === 200;
	const isCorrected = (answer: Answer): boolean => isPublic(answer) && htmlOf(answer).includes("咳嗽和氣喘。");
	const { parts, errors } = await editorsHour(world, (done) =>
		is(
			{
				publish: isPublic,
				correct: isCorrected,
				takeDown: ({ status }: Answer) => status === 404,
				putBack: isCorrected,
			}[done],
		),
	);
	assert.deepEqual(errors, []);
	const [published, corrected, , back] = shown;
	assert.equal(nameless(htmlOf(published)), HTML);
	assert.equal(nameless(htmlOf(corrected)), HTML.replace("咳嗽。", "咳嗽和氣喘。"));
	assert.equal(timeless(back), timeless(corrected));
	const all = nothingYet();
	for (const count of parts.values()) countOn(all, count);
	assert.deepEqual([all.presses, all.typed], [49, 112]);
});
