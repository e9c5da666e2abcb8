import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a bundled game, by path under its folder, for `loadGame`. */
export function bundledFiles(game: string): Map<string, string> {
  const root = join(import.meta.dirname, '../../../rules', game)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]
    })
  )
}
