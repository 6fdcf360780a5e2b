import * as z from "zod";
import { type Ask, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { permissionHolders } from "#db/system/holders.ts";
import { readSeenUser } from "#db/system/users.ts";
import { PURPOSE } from "#domain/system/files/purposes.ts";
import { sendTestMail } from "#domain/system/mail/actions.ts";
import { readSettings, removePicture, replacePicture, saveSettings } from "#domain/system/settings/actions.ts";
import { PICTURE_SETTINGS, type SettingPicture } from "#domain/system/settings/pictures.ts";
import type { Group } from "#domain/system/settings/schema.ts";
import { formOf, settingsOf } from "#domain/system/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { groupPage, type Sent } from "./group-page.ts";
import { historyPage } from "./history-page.ts";
import { pictureRemovalPage } from "./parts.ts";
import { readGroup, readHistory } from "./read.ts";
import { whoPage } from "./who-page.ts";
import { GROUP_WORDS, GROUPS } from "./words.ts";

const { settings } = paths.admin;
const GroupParams = z.strictObject({ group: z.enum(GROUPS) });
const Nothing = z.strictObject({});

const pageOf = async ({ env, at, surroundings }: Ask<object, object>, group: Group, sent?: Sent) =>
	groupPage(await readGroup(env, group, { at, logoId: surroundings.logoId }), sent);

/** Declares the page of one group of settings, on which the group's forms stand. */
const standing = (group: Group) =>
	pageWithForms({
		path: settings.group(group),
		gate: "settings",
		page: (ask, sent: Refused<"state" | "picture">) => pageOf(ask, group, sent),
	});

export const showSettings = view({
	path: settings.show(),
	gate: "settings",
	show: async () => ({ to: settings.group("association") }),
});

/** The page 誰可以辦. All staff may open it, because it shows only names. */
export const showWho = view({
	path: settings.who(),
	gate: "staff",
	show: async ({ env, who, at }) => whoPage((await readRows(env.DB, permissionHolders(dateInTaipei(at))))[0], who),
});

export const showGroup = view({
	path: settings.group(":group"),
	gate: "settings",
	params: GroupParams,
	show: (ask) => pageOf(ask, ask.params.group),
});

export const showHistory = view({
	path: settings.history(":group"),
	gate: "settings",
	params: GroupParams,
	show: async ({ env, params, at }) => historyPage(params.group, await readHistory(env, params.group), at),
});

/** Builds the route that stores a group. Group `security` requires a recent confirmation of the user's identity. */
const storeGroup = <G extends Group>(group: G) =>
	standing(group).form("state", {
		form: formOf(group, { version: z.coerce.number().int() }),
		many: settingsOf(group).flatMap(([name, { input }]) => (input === "several" ? [name] : [])),
		...(group === "security" ? { fresh: true as const } : {}),
		run: async ({ db, by }, { input }) => {
			const changed = await saveSettings(db, group, { ...by, values: input, version: input.version });
			const flash = changed.length > 0 ? `已儲存${GROUP_WORDS[group]}設定。` : "沒有需要儲存的變更。";
			return { to: settings.group(group), flash, tone: changed.length > 0 ? "ok" : "info", json: { changed } };
		},
	});

/** Declares the form that uploads a picture of the settings, and the page that asks before it is removed. */
function pictureRoutes(picture: SettingPicture, at: { upload: string; removal: string }): Route[] {
	const { group, words } = PICTURE_SETTINGS[picture];
	const removal = pageWithForms({
		path: at.removal,
		gate: "settings",
		page: async (ask, { sent }) => {
			if (sent) return pageOf(ask, group, { picture: sent });
			const id = await pictureOf(ask, picture);
			return id === null ? { to: settings.group(group) } : pictureRemovalPage(picture, id);
		},
	});
	return [
		standing(group).form("picture", {
			path: at.upload,
			form: Nothing,
			// A file that is too large, up to this size, gets an error beside the field.
			maxBytes: 8 * PURPOSE.logo.maxBytes,
			run: async ({ env, db, by }, { files }) => {
				const upload = files.file?.[0];
				if (!upload) throw new Refusal("file.empty");
				await replacePicture(env, db, { picture, upload, by });
				return { to: settings.group(group), flash: `已更新${words}。` };
			},
		}),
		removal.show,
		removal.form("sent", {
			form: Nothing,
			run: async ({ env, db, by }) => {
				await removePicture(env, db, { picture, by });
				return { to: settings.group(group), flash: `已移除${words}。` };
			},
		}),
	];
}

const pictureOf = async ({ db, surroundings }: Ask<object, object>, picture: SettingPicture) =>
	picture === "logo" ? surroundings.logoId : (await readSettings(db, "receipts")).values.seal_file_id;

export const testMail = standing("mail").form("state", {
	path: settings.mailTest(),
	form: Nothing,
	run: async ({ c, env, db, who, by }) => {
		const user = await readSeenUser(env.DB, who.userId);
		const to = settings.group("mail");
		if (!user?.email) return { to, flash: "您的帳號沒有電子郵件，請先到「我的帳號」加上。", tone: "warn" };
		await sendTestMail(db, who.userId, by);
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to, flash: `測試信正寄往 ${user.email}；寄送結果可在「郵件」頁查看。` };
	},
});

export const SETTINGS_ROUTES: readonly Route[] = [
	showSettings,
	showWho,
	showGroup,
	showHistory,
	...GROUPS.map(storeGroup),
	...pictureRoutes("logo", { upload: settings.logo(), removal: settings.logoRemoval() }),
	...pictureRoutes("seal", { upload: settings.seal(), removal: settings.sealRemoval() }),
	testMail,
];
