import type { Parts, StoredFile } from "#ui/islands/parts.ts";
import { find, say, staffFile, typed } from "./dom.ts";

/**
 * Lets the cover be chosen, from the media library or as a file, which is uploaded when chosen, or be removed, and
 * shows the result at once; it is stored when the form is saved.
 */
export default function start(root: HTMLElement, { media }: Parts["cover"]): void {
	const id = find<HTMLInputElement>(root, "[name=cover_id]");
	const alt = find<HTMLInputElement>(root, "[name=cover_alt]");
	const file = find<HTMLInputElement>(root, "[name=cover_file]");
	const figure = find(root, ".cover-picture");
	const remove = find<HTMLButtonElement>(root, "[data-remove]");
	const image = find<HTMLImageElement>(root, ".cover-picture img");
	const list = find(root, ".uploads");
	const show = (picture: StoredFile | null) => {
		figure.hidden = picture === null;
		remove.hidden = picture === null;
		if (!picture) return image.removeAttribute("src");
		for (const side of ["width", "height"] as const)
			if (picture[side]) image.setAttribute(side, String(picture[side]));
			else image.removeAttribute(side);
		image.src = staffFile(media, picture);
	};
	const set = (picture: StoredFile) => {
		id.value = picture.id;
		alt.value ||= picture.alt;
		show(picture);
		typed(id);
		say("封面已更換，儲存後生效");
	};
	remove.addEventListener("click", () => {
		id.value = "";
		show(null);
		typed(id);
		say("封面已移除，儲存後生效");
		find(root, "[data-choose]").focus();
	});
	find(root, "[data-choose]").addEventListener("click", async () => {
		const { choosePicture } = await import("./picture-dialog.ts");
		const chosen = await choosePicture({ media, upload: false });
		if (chosen && "picture" in chosen) set(chosen.picture);
	});
	file.addEventListener("change", async () => {
		const [picture] = file.files ?? [];
		if (!picture) return;
		const { uploadPicture } = await import("./upload.ts");
		const stored = await uploadPicture(picture, { href: media, list });
		// A file that could not be uploaded now is sent with the form.
		if (!stored) return;
		file.value = "";
		file.dispatchEvent(new Event("change", { bubbles: true }));
		set(stored);
	});
}
