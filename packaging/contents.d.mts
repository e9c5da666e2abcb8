/** Paths from the checkout's root: the files of app.asar, and those beside it. */
export function packedFiles(): { archive: string[]; beside: string[] }
