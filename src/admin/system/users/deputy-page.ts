import { PERMISSION_WORDS } from "#admin/words.ts";
import type { DeputyRow } from "#db/system/deputies.ts";
import type { UserRow } from "#db/system/user-lists.ts";
import { StoredCodes } from "#domain/system/roles/schema.ts";
import { paths } from "#http/paths.ts";
import { DEPUTISED } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { deputyItems } from "./deputies-part.ts";
import { userCrumbs } from "./list.ts";

const { users } = paths.admin;

type Deputies = {
	user: UserRow;
	deputies: DeputyRow[];
	options: { id: number; name: string }[];
	today: string;
	key: string;
};

/** Returns the form of a new deputyship, which begins today. */
export const freshDeputy = (today: string): FormState => freshForm({ starts_on: today });

/** Draws the page 指定代理人: who is the user's deputy, from which to which day, and with which permissions. */
export function deputyPage({ user, deputies, options, today, key }: Deputies, state: FormState): Page {
	const given = StoredCodes.parse(user.permissions).filter((one) => DEPUTISED.includes(one));
	return {
		title: `指定${user.name}的代理人`,
		area: "使用者",
		crumbs: userCrumbs(user),
		slim: true,
		body: html`<div class="stack">
			${card(
				{ label: "指定代理人", flush: options.length === 0 },
				options.length === 0
					? noneYet({ title: "沒有可以指定的人", text: "代理人必須是使用中的工作人員，而且不能是本人或您自己。" })
					: form(
							{
								action: users.deputies(user.id),
								state,
								key,
								submit: "指定代理人",
								cancel: users.show(user.id),
								main: true,
							},
							html`<p class="small">代理期間可以處理：${given.map((one) => PERMISSION_WORDS[one]).join("、")}。紀錄會註明「代理」與雙方姓名。</p>`,
							field({
								name: "deputy",
								label: "代理人",
								state,
								type: "select",
								empty: "請選擇",
								options: options.map(({ id, name }) => ({ value: String(id), label: name })),
							}),
							html`<div class="cols two">
								${field({ name: "starts_on", label: "開始日期", state, type: "date", min: today })}
								${field({ name: "ends_on", label: "結束日期", state, type: "date", min: today, hint: "當天仍有效。" })}
							</div>`,
						),
			)}
			${deputies.length > 0 && card({ title: "已指定的代理人", flush: true }, deputyItems(deputies, today, true))}
		</div>`,
	};
}
