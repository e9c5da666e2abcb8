/** Paths from the checkout's root: the files of app.asar, and those beside it. */
export function packedFiles(): { archive: string[]; beside: string[] }
/** Copies what is packed to `<folder>/app` (for the archive) and `<folder>/beside`. */
export function stage(folder: string): void
