import { env } from "cloudflare:test";
import type { ReleaseInput } from "#domain/content/releases/form.ts";
import { dayIn } from "#kernel/times.ts";
import { insert } from "./content.ts";

/** The day so many days from today in Taipei. */
export const day = (from: number): string => dayIn(Date.now(), from);

/** Inserts active users of these ids: a release refers to who made and withdrew it. */
export async function insertStaff(...ids: number[]): Promise<void> {
	for (const id of ids)
		await insert("users", {
			id,
			name: `人員${id}`,
			email: `staff${id}@example.org`,
			status: "active",
			password_hash: "$scrypt$none",
			created_at: 1,
			updated_at: 1,
		});
}

type Value = string | number | null;

/** Inserts a release by plain SQL: of pictures and the story of an adult, for the website, from last week on. Returns its id. */
export async function insertRelease(more: Record<string, Value> = {}): Promise<number> {
	const row: Record<string, Value> = {
		name: "王小明",
		is_minor: 0,
		of_pictures: 1,
		of_story: 1,
		for_website: 1,
		for_newsletter: 0,
		for_social: 0,
		given_on: day(-7),
		created_at: 1,
		updated_at: 1,
		...more,
	};
	const names = Object.keys(row);
	const id = await env.DB.prepare(
		`INSERT INTO releases (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) RETURNING id`,
	)
		.bind(...Object.values(row))
		.first<number>("id");
	if (id === null) throw new Error("no id");
	return id;
}

/** Stores a picture's row, with its object. */
export async function insertPicture(letter: string): Promise<string> {
	const id = letter.repeat(26);
	await env.FILES.put(`attachments/${id}`, letter);
	await insert("attachments", {
		id,
		filename: `${letter}.png`,
		content_type: "image/png",
		size: 1,
		sha256: letter.repeat(64),
		object_key: `attachments/${id}`,
		width: 3,
		height: 4,
		created_at: 1,
	});
	return id;
}

/** A release as its form sends it: of the story and pictures of an adult, for the website, without a paper. */
export const releaseInput = (more: Partial<ReleaseInput> = {}): ReleaseInput => ({
	name: "王小明",
	member_no: null,
	birth_date: null,
	is_minor: false,
	representative: "",
	relation: "",
	kinds: ["pictures", "story"],
	uses: ["website"],
	given_on: day(-7),
	until: null,
	no_paper: "下次回診補簽",
	note: "",
	...more,
});
