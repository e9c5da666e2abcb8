import { rm } from 'node:fs/promises'

/** Removes a folder. Again if a file appeared in it meanwhile: the thread that repacks a closed campaign ends by itself, within seconds. */
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
