/** The video services whose players a text may embed: their origins, and the path of a player there. */
export const PLAYERS: Record<string, string> = {
	"https://www.youtube.com": "/embed/",
	"https://www.youtube-nocookie.com": "/embed/",
	"https://player.vimeo.com": "/video/",
};
export const FRAME_ORIGINS = Object.keys(PLAYERS);
