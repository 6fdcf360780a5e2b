/** Makes the releases 同意書 of the demo association: one without end, one that ends soon, one that was withdrawn. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createRelease, tieToPicture, withdrawRelease } from "#domain/content/releases/actions.ts";
import type { ReleaseInput } from "#domain/content/releases/form.ts";
import { byUser } from "#kernel/by.ts";
import { dayIn } from "#kernel/times.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
const ADULT = { member_no: null, birth_date: null, is_minor: false, representative: "", relation: "", note: "" };

/** Makes them when there is none yet; returns how many. `at` is UTC milliseconds; the staff and the pictures must exist. */
export async function seedDemoReleases(
	env: Store,
	db: Db,
	{ at, picture }: { at: number; picture: Uint8Array },
): Promise<number> {
	const [[there], [secretary], [shown]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM releases LIMIT 1"),
		select<{ id: number }>("SELECT id FROM users WHERE email = 'secretary@example.org'"),
		select<{ id: string }>("SELECT id FROM attachments WHERE filename = 'coast-train.jpg'"),
	);
	if (there || !secretary) return 0;
	const by = byUser(secretary.id, null, at);
	const day = (from: number): string => dayIn(at, from);
	const upload = { filename: "release.jpg", declaredType: "image/jpeg", bytes: picture };
	const make = (key: string, input: ReleaseInput): Promise<number> =>
		createRelease(env, db, {
			input,
			upload: input.no_paper === "" ? upload : undefined,
			key: `demo-release-${key}`,
			by,
		});
	const train = await make("train", {
		...ADULT,
		...{ name: "邱明道", kinds: ["pictures", "story"], uses: ["website", "newsletter", "social"] },
		...{ given_on: day(-120), until: day(21), no_paper: "" },
	});
	if (shown) await tieToPicture(db, { file: shown.id, id: train, by });
	await make("child", {
		...{ ...ADULT, is_minor: true, representative: "石國樑", relation: "父親", name: "石宥安" },
		...{
			kinds: ["pictures"],
			uses: ["newsletter"],
			given_on: day(-40),
			until: null,
			no_paper: "秋季聚會當場口頭同意，下次補簽",
		},
	});
	const old = await make("old", {
		...{ ...ADULT, name: "黃素貞", kinds: ["story"], uses: ["website"] },
		...{ given_on: day(-400), until: null, no_paper: "" },
	});
	await withdrawRelease(db, { id: old, version: 1 }, { reason: "本人來電：換了工作，不希望同事看到。", by });
	return 3;
}
