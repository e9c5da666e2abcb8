import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BEGINNING, INTERPRETER, interpreter, interpreterBeginning } from './instance'
import { loadedGame, loadGame } from './load-game'
import { KERNEL, kernelLoaded } from './sandbox-vm'
import { packImage } from './memory-image-file'
import type { RuleFiles } from './read-game'

/**
 * Writes the results that every process would otherwise compute first to a folder: the metered interpreter, a machine with the kernel loaded, and
 * these games loaded. `prebuilt` reads it. Nothing prebuilt may be in use yet. Throws Problem `bad-file`.
 */
export async function prebuild(folder: string, games: readonly RuleFiles[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, INTERPRETER), await interpreter())
  for (const files of games) {
    const { hash } = await loadGame(files)
    const game = loadedGame(hash)
    if (game) writeFileSync(join(folder, hash), packImage(game))
  }
  writeFileSync(join(folder, BEGINNING), packImage({ image: interpreterBeginning() }))
  writeFileSync(join(folder, KERNEL), packImage(kernelLoaded()))
}
