import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PagePlayer } from '../../arrow'
import { Problem } from '../../shared/base/problem'

/** The player for exported story pages, from the build in the app's folder. Throws Problem `not-found`. */
export function pagePlayer(appRoot: string): PagePlayer {
  try {
    return JSON.parse(readFileSync(join(appRoot, 'out/page-player.json'), 'utf8')) as PagePlayer
  } catch {
    throw new Problem('not-found', 'The player for exported pages is missing. Run "npm run build" in the app’s folder.')
  }
}
