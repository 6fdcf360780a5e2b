import { env } from "cloudflare:test";
import { dateInTaipei } from "#kernel/times.ts";
import { member } from "./members.ts";
import { item } from "./payments.ts";
import { ask, type Person, signIn } from "./people.ts";

let count = 0;

/** What a parent has that the other must not see, wherever it stands. */
export type Parent = { as: Person; id: number; secrets: string[] };

/** A parent with a login, a record and a home of their own. */
export async function parentOf(name: string): Promise<Parent> {
	count += 1;
	const mine = {
		name: `${name}${"甲乙丙丁戊己庚辛壬癸"[count % 10]}${count}`,
		phone: `0912${String(300_000 + count)}`,
		email: `parent${count}.of.two@example.org`,
		address: `信義路${count}段 77 號 ${count} 樓`,
		line_id: `line-of-parent-${count}`,
	};
	const as = await signIn({ name: mine.name, roles: ["member"] });
	const { id } = await member({ ...mine, city: "臺北市", district: "信義區", status: "active", userId: as.userId });
	const [{ email = "" } = {}] = (
		await env.DB.prepare("SELECT email FROM users WHERE id = ?").bind(as.userId).all<{ email: string }>()
	).results;
	return { as, id, secrets: [...Object.values(mine), email] };
}

/** A child of two parents, whose record has the first one's phone, mail and address; returns it with an annual fee. */
export async function childOf(first: Parent, second: Parent, birth = "2016-02-03") {
	count += 1;
	const [name = "", phone = "", email = "", address = ""] = first.secrets;
	const { id } = await member({
		...{ name: `孩子${count}`, birth_date: birth, status: "active", guardianId: first.id },
		...{ phone, email, city: "臺北市", district: "信義區", address, emergency_name: name, emergency_phone: phone },
	});
	await env.DB.batch([
		env.DB.prepare("UPDATE members SET second_guardian_id = ? WHERE id = ?").bind(second.id, id),
		env.DB.prepare("UPDATE guardianships SET opened_at = 1, opened_how = 'second_person' WHERE member_id = ?").bind(id),
	]);
	return { id, item: await item({ memberId: id, year: Number(dateInTaipei(Date.now()).slice(0, 4)) }) };
}

/** Every page of the member's area that somebody can reach by its links, with what it says, as one text. */
export async function everythingOf(as: Person): Promise<{ text: string; paths: string[] }> {
	const [seen, left, texts] = [new Set<string>(["/member"]), ["/member"], [] as string[]];
	for (let path = left.shift(); path !== undefined; path = left.shift()) {
		const answer = await ask(path, { as });
		const text = await answer.text();
		texts.push(text);
		for (const [, href = ""] of text.matchAll(/href="(\/(?:member|account)[^"#]*)"/g)) {
			const next = href.replaceAll("&amp;", "&");
			if (seen.has(next) || next.includes("logout")) continue;
			seen.add(next);
			left.push(next);
		}
	}
	return { text: texts.join("\n"), paths: [...seen].sort() };
}
