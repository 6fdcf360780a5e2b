import type { UserRow } from "#db/system/user-lists.ts";
import type { LetterAddress } from "#db/system/users.ts";
import { addressWords } from "#ui/address.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { facts, stat } from "#ui/facts.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { timeWords } from "#ui/time.ts";

type Slip = {
	user: Pick<UserRow, "name" | "phone" | "email">;
	/** The page from which the code was requested, with its breadcrumbs. */
	back: Pick<Page, "area" | "crumbs"> & { href: string };
	code: string;
	/** From when the code works (null: at once) and until when, in UTC milliseconds. */
	worksFrom: number | null;
	until: number;
	/** The whole address of the page where the code is typed. */
	address: string;
	association: string;
	/** The postal address of a code that is given only by letter; otherwise null. */
	letter: LetterAddress | null;
};

/** Draws the page that shows the code once: on the screen to copy, on paper to hand over. */
export const codePage = (slip: Slip): Page => {
	const { user, code, association, back } = slip;
	return {
		title: `${user.name}的啟用碼`,
		lead: `${association}　帳號啟用`,
		area: back.area,
		crumbs: back.crumbs,
		slim: true,
		actions: [
			button({ label: "列印", icon: "print", tone: "primary", type: "button", data: { print: "" } }),
			linkButton({ label: "完成", href: back.href }),
		],
		body: html`<div class="stack">
			<div class="no-print">
				${notice({ tone: "warn", title: "請現在列印或抄下" }, "離開這一頁後就看不到了。需要時可以再核發一組，這一組會失效。")}
			</div>
			${card(
				{ label: "啟用碼" },
				html`<div class="row between">
					${stat({ name: "啟用碼", value: code })}
					<div class="no-print">${copyButton({ text: code, about: "啟用碼", small: false })}</div>
				</div>`,
				paper(slip),
			)}
		</div>`,
	};
};

const paper = ({ user, worksFrom, until, address, letter }: Slip) => html`<div class="stack">
	${letter && facts([{ name: "只能寄到", value: `${addressWords(letter)}　${letter.name} 收` }])}
	${facts([
		{ name: "姓名", value: user.name },
		{ name: "登入帳號", value: [user.phone && phoneWords(user.phone), user.email].filter(Boolean).join(" 或 ") },
		{ name: "啟用網址", value: address },
		{
			name: "有效期限",
			value: `${worksFrom === null ? "" : `${timeWords(worksFrom)} 起，`}${timeWords(until)} 前，限用一次`,
		},
	])}
	<div class="small"><ol>
		<li>用手機或電腦的瀏覽器開啟上面的啟用網址。</li>
		<li>輸入登入帳號與啟用碼，再設定自己的密碼。</li>
		<li>完成後，這組啟用碼就會失效。請不要把啟用碼或密碼告訴別人，協會不會打電話詢問。</li>
	</ol></div>
</div>`;
