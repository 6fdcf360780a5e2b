import { expect, test } from "vitest";
import { wordsForMail } from "#domain/office/announcement-mailings/words.ts";

const words = (body_html: string) => wordsForMail({ title: "春季聚會", body_html });

test("a link tells where it leads: nobody can press it in a mail of plain words", () => {
	const html = `<p>請填<a href="https://forms.example/a?b=1&amp;c=2" rel="noopener">報名<b>表</b></a>，或看 <a href="https://a.example/">https://a.example/</a>。</p>`;
	expect(words(html)).toEqual({
		title: "春季聚會",
		lines: ["請填報名表（ https://forms.example/a?b=1&c=2 ），或看 https://a.example/。"],
		isWhole: true,
	});
});

test("a picture, a table and a link into this website are read after signing in", () => {
	for (const html of [`<img src="/a.png" alt="">`, "<table></table>", `<p><a href="/about">關於</a></p>`])
		expect([html, words(html).isWhole]).toEqual([html, false]);
});

test("a long text is cut, an address never in two", () => {
	const html = `<p>${"字".repeat(790)}<a href="https://forms.example/registration">報名表</a></p>`;
	expect(words(html)).toMatchObject({ lines: [`${"字".repeat(790)}報名表…`], isWhole: false });
});
