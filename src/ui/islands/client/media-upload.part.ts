import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

/** The code that sends a file comes with the first file, as few who read the library send one. */
const sending = () => import("#ui/islands/client/writing/upload.ts").catch(() => null);

/**
 * Sends chosen and dropped files one after the other, each with a progress bar. When all are stored, opens the page of
 * the only one, or the library for several; when one failed, the page stays, so that the failure remains visible.
 */
export default function start(root: HTMLElement, { action }: Parts["media-upload"]): void {
	const input = find<HTMLInputElement>(root, "input[type=file]");
	const list = find(root, ".uploads");
	// Chosen files are sent at once, so that the button is not needed.
	const button = find(root, ".form-end");
	button.hidden = true;
	input.addEventListener("change", async () => {
		const files = [...(input.files ?? [])];
		if (files.length === 0) return;
		const code = await sending();
		// Without it the form sends the files.
		button.hidden = code !== null;
		if (!code) return;
		input.value = "";
		input.dispatchEvent(new Event("change", { bubbles: true }));
		const stored: string[] = [];
		for (const file of files) {
			const sent = await code.uploadPicture(file, { href: action, list, any: true });
			if (sent) stored.push(sent.id);
		}
		const [only] = stored;
		if (stored.length === 0 || list.children.length > 0) return;
		location.assign(stored.length === 1 ? `${action}/${only}` : action);
	});
}
